import { workKinds } from '@kapao/contract/console/words'
import { languages } from '@kapao/contract/limits'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { changeSettings } from '#settings/change.ts'
import { readSettings } from '#settings/read.ts'
import { settingNames, settingOf, type SettingName } from '#settings/registry.ts'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { askSettings } from '#testing/desk/ask-settings.ts'
import { insertPicture } from '#testing/desk/pictures-world.ts'
import { openTerminals } from '#testing/operators/terminals.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'
import { weakensProtection, twoOperatorSettings } from './weakening.ts'

const world = testWorld(openDepositWorld)
beforeAll(async () => {
  const terminals = openTerminals(world)
  await terminals.add('nok', null)
  await terminals.add('lek', 'nok')
  await terminals.add('som', 'nok')
  await terminals.passHours(48)
  await world.addMember()
  await insertPicture(world.database, 'A', ['https://elsewhere.example'])
})

const account = (bankAccountNo: string) => ({
  ...ourAccount,
  bankAccountName: 'SOMEBODY',
  bankAccountNo,
})
const wallet = (mobile: string) => ({
  walletAccountName: 'SOMEBODY',
  mode: 'AUTO',
  currency: 'BAHT',
  mobile,
})
const aPicture = `/pictures/${'A'.repeat(43)}.webp`
const games = settingOf('games.providers').fallback as object[]
const [first, ...others] = games
const withPlace = (place: object) => [{ ...first, ...place }, ...others]

type Values = [tight: unknown, loose: unknown]

/** The same for the text of each language. */
const eachOf = (word: string, values: Values): Record<string, Values> =>
  Object.fromEntries(languages.map((language) => [`${word}.${language}`, values]))
const inThree = (words: string) => ({ th: words, la: words, en: words })
const usualMenu = settingOf('chat.menu').fallback as { answers: object }
const menuThatCalls = (phone: string) => ({
  ...usualMenu,
  answers: {
    ...usualMenu.answers,
    help: {
      kind: 'buttons',
      text: inThree('Help'),
      buttons: [{ type: 'call', title: inThree('Call'), phone }],
    },
  },
})

/** For every setting that needs two operators for some changes: a value and a looser one. */
const steps: Partial<Record<SettingName, Values>> = {
  'withdraw.max.BAHT': ['50000', '50000.01'],
  'withdraw.max.LAK': ['25000000', '25000001'],
  'withdraw.autoMax.BAHT': ['2000', '2000.01'],
  'withdraw.autoMax.LAK': ['1000000', '1000001'],
  'withdraw.autoDayMax.BAHT': ['10000', '10000.01'],
  'withdraw.autoDayMax.LAK': ['5000000', '5000001'],
  'withdraw.twoFrom.BAHT': ['20000', '20000.01'],
  'withdraw.twoFrom.LAK': ['10000000', '10000001'],
  'credit.aloneDayMax.BAHT': ['20000', '20000.01'],
  'credit.aloneDayMax.LAK': ['10000000', '10000001'],
  'rewards.aloneDayMax.BAHT': ['20000', '20000.01'],
  'rewards.aloneDayMax.LAK': ['10000000', '10000001'],
  'qr.unconfirmedMax.BAHT': ['20000', '20000.01'],
  'qr.unconfirmedMax.LAK': ['10000000', '10000001'],
  'bankfeed.unconfirmedMax.BAHT': ['50000', '50000.01'],
  'bankfeed.unconfirmedMax.LAK': ['25000000', '25000001'],
  'bankfeed.blindDayMax.BAHT': ['200000', '200000.01'],
  'bankfeed.blindDayMax.LAK': ['100000000', '100000001'],
  'deposit.accounts': [[account('1112223334')], [account('1112223334'), account('9998887776')]],
  'deposit.wallets': [[], [wallet('0812345678')]],
  'deposit.manual': [false, true],
  'withdraw.waitOpposite': [true, false],
  'withdraw.waitLinked': [true, false],
  'deposit.ownSatang': [false, true],
  'withdraw.channel.BAHT': ['BANK', 'PAYONEX'],
  'withdraw.channel.LAK': ['BANK', 'PAYONEX'],
  'slip.limitMinutes': [60, 61],
  'games.providers': [others, games],
  'sport.address.thai': [null, 'https://elsewhere.example'],
  'sport.address.laos': [null, 'https://elsewhere.example'],
  'chat.address': ['/', 'https://elsewhere.example'],
  'registration.otp': [true, false],
  'console.addresses': [['10.0.0.0/8'], ['10.0.0.0/8', '192.0.2.0/24']],
  'console.passwords': [false, true],
  ...eachOf('conditions', [[], ['<p>Twenty years old.</p>']]),
  ...eachOf('agreements', [[], ['<p>A demonstration.</p>']]),
  ...eachOf('notice', [null, '<p>%percentFail% or call 02 123 4567</p>']),
  ...eachOf('contact.text', ['<p>We are here.</p>', '<p>Write to @kapao-help.</p>']),
  ...eachOf('refund.info', ['<p>%rate% back.</p>', '<p>%rate% back at line.me/help.</p>']),
  ...eachOf('refund.banners', [[], [{ image: aPicture, html: '' }]]),
  ...eachOf('invite.banners', [[], [{ image: aPicture, html: '' }]]),
  'chat.menu': [usualMenu, menuThatCalls('0812345678')],
  'chat.canned': [[], [{ name: 'help', text: inThree('www.kapao-help.example') }]],
  'brand.website': ['https://kapao.example', 'https://elsewhere.example'],
  'contact.line.link': [null, 'https://line.me/R/ti/p/elsewhere'],
  'contact.line.name': ['LINE', '@elsewhere'],
  'contact.line.qr': [null, aPicture],
  'brand.icon': [null, aPicture],
  ...Object.fromEntries(
    ['wallet', 'enter', 'balance', 'bonus', 'finish'].map((film) => [
      `howto.video.${film}`,
      [null, 'https://elsewhere.example/film.mp4'],
    ]),
  ),
  ...Object.fromEntries(workKinds.map((kind) => [`console.promisedMinutes.${kind}`, [15, 16]])),
  'sms.dayMax': [5_000, 5_001],
  'sms.minuteMax': [50, 51],
  'sms.networkHourMax': [60, 61],
  'sms.rangeHourMax': [10, 11],
  'sms.keptPercent': [40, 39],
  'sms.puzzleTries': [200_000, 199_999],
  'sms.alarmPercent': [50, 51],
  'notices.untoldMinutes': [60, 61],
  'notices.keepDays': [400, 399],
  'slip.keepDays': [90, 89],
  'chat.keepDays': [365, 364],
  'chat.guestKeepDays': [30, 29],
  'chat.fileKeepDays': [90, 89],
  'bonus.factor': ['5', '4.99'],
  'bonus.endAmount.BAHT': ['10', '10.01'],
  'bonus.endAmount.LAK': ['1000', '1001'],
  'bonus.endEmptyAfter': [30, 29],
  'invite.active': [false, true],
  'invite.rate': ['0.5', '0.51'],
  'invite.period': ['week', 'day'],
  'invite.inviteeMax.BAHT': ['5000', '5000.01'],
  'invite.inviteeMax.LAK': ['2500000', '2500001'],
  'invite.success': ['50', '0'],
  'invite.turnover': ['1', '0.5'],
  'invite.fail': ['10', '10.01'],
  'refund.active': [false, true],
  'refund.rate': ['5', '5.01'],
  'refund.period': ['week', 'day'],
  'refund.min.BAHT': ['1', '0.99'],
  'refund.min.LAK': ['500', '499'],
  'refund.max.BAHT': ['10000', '10000.01'],
  'refund.max.LAK': ['5000000', '5000001'],
  'refund.success': ['20', '0'],
  'refund.turnover': ['1', '0.5'],
  'refund.fail': ['50', '50.01'],
  'spin.coinPer.BAHT': ['100', '99.99'],
  'spin.coinPer.LAK': ['50000', '49999'],
  'spin.couponDays': [30, 31],
  'spin.prizeTurnover': ['5', '4.99'],
}

/** Neither of two payout channels, addresses or agreements is the stricter one. */
const waitsBothWays =
  /^(?:withdraw\.channel|conditions|agreements|brand\.website|contact\.line\.name)/

const namesOfSteps = Object.keys(steps) as SettingName[]

test('every setting is either free for one operator or has an example here of a change that needs two', () => {
  expect(namesOfSteps.toSorted()).toEqual(twoOperatorSettings.toSorted())
})

/** One for each kind of item, film or language is named without it. */
const familyOf = (name: string) =>
  name.replace(/^(console\.promisedMinutes|howto\.video)\..*$|\.(?:th|la|en)$/, '$1')

/** As the table of the docs names them, abbreviated when there is one for each currency. */
test('the docs name every setting that can need two operators, and no other', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8')
  const table = /\| setting \| waits \|\n([\s\S]*?)\n\n/.exec(docs)![1]!
  const named = table
    .split('\n')
    .flatMap((row) => row.split('|')[1]!.match(/(?<=`)[\w.]+(?=`)/g) ?? [])
  const meant = settingNames.filter((name) => {
    return (
      named.includes(name) ||
      named.includes(name.replace(/\.(BAHT|LAK)$/, '')) ||
      named.includes(familyOf(name))
    )
  })
  expect(meant.toSorted()).toEqual(twoOperatorSettings.toSorted())
})

test.each(namesOfSteps)(
  'S18 one operator cannot loosen %s alone, and can always tighten it',
  async (name) => {
    const { db } = world.database
    const [tight, loose] = steps[name]!
    const ask = (value: unknown) =>
      askSettings({ db, clock: world.clock }, { by: 'lek', values: { [name]: value } })
    const be = (value: unknown) =>
      changeSettings(
        { db, clock: world.clock },
        {
          changes: [{ name, to: { value }, expectedVersion: null }],
          actor: 'system:test',
          requestId: 'test',
        },
      )
    await be(tight)
    const before = (await readSettings(db))[name]
    expect(weakensProtection(name, before, before)).toBe(false)
    expect(await ask(loose)).toMatch(/^state +waits\n.*\nwaitsFor +som$/m)
    expect((await readSettings(db))[name]).toEqual(before)
    await be(loose)
    // The change in the other direction would be refused while this one waits.
    if (waitsBothWays.test(name)) return
    expect(await ask(tight)).toMatch(/^state +done/m)
  },
)

test('removing the amount at which a bonus may be ended means a percentage, which may be higher, so it needs two', () => {
  expect(weakensProtection('bonus.endAmount.BAHT', '10.00', null)).toBe(true)
  expect(weakensProtection('bonus.endAmount.BAHT', null, '10.00')).toBe(true)
  expect(weakensProtection('bonus.endAmount.BAHT', null, null)).toBe(false)
})

test.each(['address', 'addressLaos', 'launchAddress', 'web', 'android', 'ios'])(
  'another %s of a game provider waits, as members or their money go there',
  (place) => {
    const before = withPlace({ [place]: 'https://ours.example' })
    const after = withPlace({ [place]: 'https://elsewhere.example' })
    expect(weakensProtection('games.providers', before, after)).toBe(true)
    expect(
      weakensProtection(
        'games.providers',
        before,
        withPlace({ [place]: 'https://ours.example', name: 'x', currencies: [] }),
      ),
    ).toBe(false)
  },
)
