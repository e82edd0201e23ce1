import type { HouseCheck } from '@kapao/contract/console/house'
import { houseCheckNames } from '@kapao/contract/console/house-words'
import { hourMs } from '@kapao/contract/times'
import { beforeEach, expect, test } from 'vitest'
import { saveCampaign } from '#money/bonus/campaign-store.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { anyBonus } from '#testing/operators/rewards.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(openConsoleWorld)
let nok: ConsoleOperator
beforeEach(async () => {
  nok = await world.enrol('nok')
})

const read = async (): Promise<HouseCheck[]> =>
  (await world.call('GET /api/console/house/checks', { cookie: nok.cookie })).body.checks
const one = async (name: string): Promise<HouseCheck> =>
  (await read()).find(({ check }) => check === name)!
const confirm = (check: string, seen: string | null, { cookie }: ConsoleOperator = nok) =>
  world.call('POST /api/console/house/confirm', { cookie, body: { check, seen } })
const wordsOf = ({ facts }: HouseCheck) => facts.map(({ what }) => what)
const trail = () =>
  world.database.db.query<{ actor: string; subject: string }>(
    `select actor, subject from core_audit where action = 'house.confirm' order by id`,
  )

const account = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'manual',
  bank: { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' },
  bankAccountName: 'KAPAO CO LTD',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
} as const

test('SCREEN-54 of an empty house nothing is there: fourteen lines, none of them fine', async () => {
  const checks = await read()
  expect(checks.map(({ check }) => check)).toEqual(houseCheckNames)
  expect(checks).toHaveLength(14)
  expect(checks.filter(({ grade }) => grade === 'fine')).toEqual([])
})

test('SCREEN-54 a line is fine by itself once what it asks for is there, and no longer when it goes', async () => {
  await world.set('deposit.accounts', [account])
  expect(await one('accounts')).toMatchObject({ grade: 'fine', seen: null })
  await world.set('deposit.accounts', [
    account,
    { ...account, bankType: 'PAYMENT', bankAccountNo: '2' + account.bankAccountNo },
  ])
  const keyless = await one('accounts')
  expect(keyless.grade).toBe('must')
  expect(keyless.facts.at(-1)).toMatchObject({ what: 'accountsWithoutKey', names: ['KBANK'] })
  await world.set('deposit.accounts', [])
  expect(await one('accounts')).toMatchObject({ grade: 'must', seen: null })

  for (const language of ['th', 'la', 'en'] as const) {
    await world.set(`agreements.${language}`, ['<p>x</p>'])
    await world.set(`conditions.${language}`, ['<p>x</p>'])
    if (language !== 'la') await world.set(`contact.text.${language}`, '<p>x</p>')
  }
  const texts = await one('texts')
  expect(wordsOf(texts)).toEqual(['textWhole', 'textWhole', 'textMissing'])
  expect(texts.facts[2]).toMatchObject({
    names: ['contact.text.la'],
    screen: '/settings/contact-text-la',
  })
  await world.set('contact.text.la', '<p>x</p>')
  expect((await one('texts')).grade).toBe('fine')
})

test('SCREEN-85 of rewards the most that can be taken stands there, and of each wheel what a spin and what deposits cost; without an end it is not fine', async () => {
  const { db } = world.database
  const by = { actor: 'operator:nok', requestId: 'test' } as const
  const showWheel = async (coins: string) => {
    const slices = [
      { code: 'a', label: 'A', weight: 1, prize: { amount: '5', currency: 'BAHT' } },
      { code: 'b', label: 'B', weight: 1, prize: { amount: coins, currency: 'COIN' } },
      { code: 'c', label: 'C', weight: 2 },
    ]
    const definition = anyWheel({ slices })
    const wheel = await defineWheel(
      { db, clock: world.clock },
      { ...by, code: 'lucky', definition },
    )
    await switchWheel({ db, clock: world.clock }, { ...by, currency: 'BAHT', wheel })
  }
  const baht = (amount: string) => ({ amount, currency: 'BAHT' })
  expect(wordsOf(await one('rewards'))).toEqual(['noRewards'])
  await world.set('spin.coinPer.BAHT', '100.00')
  await showWheel('1')
  // A quarter of the spins wins five baht, and a quarter gives the coin back: ten coins are thirteen spins.
  expect(await one('rewards')).toMatchObject({
    grade: 'fine',
    facts: [
      { what: 'rewardsOn', names: ['lucky'], count: 1 },
      {
        what: 'wheelCost',
        names: ['lucky'],
        sums: [baht('1.25'), baht('1000.00'), baht('16.67')],
      },
    ],
  })
  const terms = { ...usualTerms, gives: { of: 'amount', amount: { BAHT: '100' } } }
  const bonus = { ...anyBonus({ terms, quota: 3 }), code: 'THREE', isOn: true }
  await db.begin((tx) =>
    saveCampaign(tx, bonus as unknown as Parameters<typeof saveCampaign>[1], world.clock.now()),
  )
  const both = await one('rewards')
  expect(both.facts[0]).toMatchObject({ names: ['THREE', 'lucky'], count: 2 })
  expect(both.facts[1]).toMatchObject({ what: 'rewardsCost', sums: [baht('300.00')] })
  await showWheel('4')
  const endless = await one('rewards')
  expect(endless.grade).toBe('should')
  expect(endless.facts.at(-1)).toMatchObject({ what: 'wheelWithoutEnd', names: ['lucky'] })
})

test('SCREEN-54 two who may confirm for each other, with two passkeys each; a cashier is none of them, nor somebody whom the other has added', async () => {
  await world.seat('kai', ['cashier'])
  expect(await one('people')).toMatchObject({ grade: 'must', seen: null })
  await world.seat('som', ['risk'])
  const added = await one('people')
  expect(added).toMatchObject({ grade: 'must', seen: null })
  expect(wordsOf(added)).toEqual(['confirmers', 'notApart', 'fewKeys'])
  await world.seat('lek', ['owner'])
  const three = await one('people')
  expect([three.grade, wordsOf(three)]).toEqual(['should', ['confirmers', 'fewKeys']])
  expect(three.facts[1]!.names).toEqual(['lek', 'nok', 'som'])
  for (const name of ['som', 'lek', 'nok']) await world.enrol(name)
  expect((await one('people')).grade).toBe('fine')
})

test('SCREEN-54 the night, the proof outside and the archive are seen where the books have them', async () => {
  const { ownerDb } = world.database
  const now = world.clock.now()
  expect(wordsOf(await one('books'))).toEqual(['backupUnknown', 'headsInside', 'nightNever'])
  await ownerDb.query(
    `insert into ledger_verdict (begun_at, ended_at, movements, is_whole, findings) values ($1, $1, 7, true, '[]')`,
    [now],
  )
  await ownerDb.query(
    `insert into ledger_head (no, at, journal_upto, audit_upto, line) values (1, $1, 0, 0, 'x')`,
    [now],
  )
  await ownerDb.query(`insert into ledger_head_sent (place, head, sent_at) values ('x', 1, $1)`, [
    now,
  ])
  expect(wordsOf(await one('books'))).toEqual(['backupUnknown', 'headsOutside', 'nightWhole'])
  world.clock.moveMs(4 * hourMs)
  nok.cookie = (await world.enrol('nok')).cookie
  expect(wordsOf(await one('books'))).toEqual(['backupUnknown', 'headsInside', 'nightWhole'])
  await ownerDb.query(
    `insert into ledger_verdict (begun_at, ended_at, movements, is_whole, findings) values ($1, $1, 7, false, '[{}]')`,
    [now],
  )
  expect(await one('books')).toMatchObject({ grade: 'must', seen: null })
})

test('SCREEN-55 the word of an owner is for just what was seen, is a row of the trail, and ends when something else is found', async () => {
  const { seen } = await one('limits')
  const said = await confirm('limits', seen)
  expect([said.status, said.body.by]).toEqual([200, 'nok'])
  expect(await one('limits')).toMatchObject({
    grade: 'fine',
    seen: null,
    confirmed: { by: 'nok' },
  })
  expect(await trail()).toEqual([{ actor: 'operator:nok', subject: 'house:limits' }])

  await world.set('withdraw.autoMax.BAHT', '1999.00')
  const again = await one('limits')
  expect(again).toMatchObject({ grade: 'should', confirmed: null })
  expect(again.seen).not.toBe(seen)
  const late = await confirm('limits', seen)
  expect([late.status, late.body.why]).toEqual([409, 'setting-changed'])
  expect(await trail()).toHaveLength(1)
})

test('SCREEN-55 sent twice it counts once; what no word is enough for, and who may not, is refused', async () => {
  const { seen } = await one('alarms')
  const all = await Promise.all([confirm('alarms', seen), confirm('alarms', seen)])
  expect(all.map(({ status }) => status)).toEqual([200, 200])
  expect((await confirm('alarms', seen)).status).toBe(200)
  expect(await one('alarms')).toMatchObject({ grade: 'fine', confirmed: { by: 'nok' } })

  expect(await one('money')).toMatchObject({ grade: 'must', seen: null })
  expect((await confirm('money', '')).status).toBe(409)
  expect((await confirm('money', seen)).status).toBe(409)
  const som = await world.seat('som', ['risk'])
  expect((await confirm('limits', (await one('limits')).seen, som)).body.code).toBe('NO_RIGHT')
  for (const role of ['cashier', 'support', 'marketing'] as const) {
    const { cookie } = await world.seat(`a-${role}`, [role])
    const { body } = await world.call('GET /api/console/house/checks', { cookie })
    expect(body.code).toBe('NO_RIGHT')
  }
})
