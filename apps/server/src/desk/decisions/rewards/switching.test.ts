import { beforeAll, beforeEach, expect, test } from 'vitest'
import { findCampaign } from '#money/bonus/campaign-store.ts'
import { findCode } from '#rewards/promotion/store.ts'
import { findActive, findActiveWheelId, loadWheel } from '#rewards/spinwheel/wheel-store.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { anyBonus, anyCode, rewardLines } from '#testing/operators/rewards.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openDepositWorld)
let house: Terminals
let lines: ReturnType<typeof rewardLines>
beforeAll(async () => {
  house = openTerminals(world)
  lines = rewardLines({ ...house, db: world.database.db, clock: world.clock })
  await house.add('nok', null)
  for (const name of ['lek', 'som']) await house.add(name, 'nok')
  await house.passHours(48)
  await world.addMember()
})
// What one operator gave alone counts for a day.
beforeEach(() => house.passHours(30))

const waits = /^request +(\d+)/m
const done = /^state +done/m

async function agree(said: string): Promise<string> {
  expect(said).toMatch(waits)
  return house.yes('som', said)
}

const kinds = [
  ['bonus', anyBonus, findCampaign],
  ['code', anyCode, findCode],
] as const

/** Of 100 baht each; the limit of a day is 20,000. */
const terms = { ...usualTerms, gives: { of: 'amount', amount: { BAHT: '100' } } }

test.each(kinds)(
  'SECOND-10 SCREEN-08 to offer a %s that was not counted in the last 24 hours waits for a second operator, however little it gives; to stop it never waits',
  async (kind, definition, find) => {
    const one = (code: string) => ({ kind, code })
    const isOn = async (code: string) => (await find(world.database.db, code))?.isOn
    // Its quota counts when it is defined, and then it is offered alone for a day.
    expect(await lines.define('lek', one('FEW'), definition({ terms, quota: 60 }))).toMatch(done)
    expect(await isOn('FEW')).toBe(false)
    expect(await lines.turn('lek', { ...one('FEW'), isOn: true })).toMatch(done)
    expect(await isOn('FEW')).toBe(true)
    expect(await lines.turn('som', { ...one('FEW'), isOn: false })).toMatch(done)
    expect(await lines.turn('lek', { ...one('FEW'), isOn: true })).toMatch(done)
    await lines.turn('lek', { ...one('FEW'), isOn: false })
    await house.passHours(25)
    const said = await lines.turn('lek', { ...one('FEW'), isOn: true })
    expect(said).toMatch(waits)
    expect(await isOn('FEW')).toBe(false)
    await agree(said)
    expect(await isOn('FEW')).toBe(true)
    // Two have looked at it: for a day one alone may stop and offer it.
    await lines.turn('lek', { ...one('FEW'), isOn: false })
    expect(await lines.turn('lek', { ...one('FEW'), isOn: true })).toMatch(done)
    await lines.turn('lek', { ...one('FEW'), isOn: false })
    await house.passHours(25)
    // Without a quota it is defined by two, and later offered by two.
    await agree(await lines.define('lek', one('OPEN'), definition({ terms })))
    expect(await lines.turn('lek', { ...one('OPEN'), isOn: true })).toMatch(done)
    await lines.turn('lek', { ...one('OPEN'), isOn: false })
    await house.passHours(25)
    expect(await lines.turn('lek', { ...one('OPEN'), isOn: true })).toMatch(waits)
    // Of one that is used up nothing can be taken.
    const table = kind === 'bonus' ? 'bonus_campaign' : 'promotion_code'
    await world.database.ownerDb.query(`update ${table} set given = 60 where code = 'FEW'`)
    expect(await lines.turn('lek', { ...one('FEW'), isOn: true })).toMatch(done)
  },
)

test('SCREEN-08 a change that gives no more counts nothing, and does not make an old offer look counted', async () => {
  const one = { kind: 'bonus', code: 'WORDS' } as const
  await lines.define('lek', one, anyBonus({ terms, quota: 150 }))
  await lines.turn('lek', { ...one, isOn: true })
  const words = (html: string) => ({ th: [], la: [], en: [], ...(html && {}) })
  // 15,000 of 20,000 baht are given: the whole again would wait.
  const fewer = anyBonus({ terms, quota: 140, banners: words('') })
  expect(await lines.define('lek', one, fewer)).toMatch(done)
  const more = anyBonus({ terms, quota: 191 })
  expect(await lines.define('lek', one, more)).toMatch(waits)
  await house.no('lek', await lastRequest())
  await house.passHours(25)
  expect(await lines.define('lek', one, anyBonus({ terms, quota: 139 }))).toMatch(done)
  await lines.turn('lek', { ...one, isOn: false })
  expect(await lines.turn('lek', { ...one, isOn: true })).toMatch(waits)
  await house.no('lek', await lastRequest())
})

test('SCREEN-08 a gift above what is asked, and one that leads members away, take two whatever they give', async () => {
  const quota = 1
  const one = (code: string) => ({ kind: 'code', code }) as const
  const free = anyCode({ quota, terms: { ...terms, factor: '1' } })
  const share = { of: 'deposit', percent: 101, max: { BAHT: '1' } }
  const dear = anyCode({ quota, terms: { ...terms, gives: share } })
  const away = { th: '<p>ไลน์ @false-house</p>', la: '<p>ກ</p>', en: '<p>a</p>' }
  expect(await lines.define('lek', one('FREE'), free)).toMatch(waits)
  expect(await lines.define('lek', one('DEAR'), dear)).toMatch(waits)
  const leading = anyCode({ quota, description: away })
  expect(await lines.define('lek', one('AWAY'), leading)).toMatch(waits)
  const half = { ...share, percent: 100 }
  const usual = anyCode({ quota, terms: { ...terms, gives: half } })
  expect(await lines.define('lek', one('USUAL'), usual)).toMatch(done)
})

test('SECOND-10 what is given in kip waits like what is given in baht', async () => {
  const kip = { ...usualTerms, gives: { of: 'amount', amount: { LAK: '50000' } } }
  const one = (code: string) => ({ kind: 'bonus', code }) as const
  // The limit of a day is ten million kip.
  expect(await lines.define('lek', one('KIP'), anyBonus({ terms: kip, quota: 200 }))).toMatch(done)
  expect(await lines.define('lek', one('KIP-2'), anyBonus({ terms: kip, quota: 1 }))).toMatch(waits)
})

test('SECOND-10 what was changed since it was asked to be offered again is refused, and the request says why', async () => {
  const one = { kind: 'bonus', code: 'MOVED' } as const
  await agree(await lines.define('lek', one, anyBonus({ terms })))
  await house.passHours(25)
  const said = await lines.turn('lek', { ...one, isOn: true })
  world.clock.moveMs(60_000)
  await lines.define('som', one, anyBonus({ terms, quota: 0 }))
  await expect(agree(said)).rejects.toThrow(/^state +refused/m)
  expect(await findCampaign(world.database.db, 'MOVED')).toMatchObject({ isOn: false })
})

const wheel = { kind: 'wheel', code: 'demo' } as const
const definitionOf = (jackpot: string, weight: number) =>
  anyWheel({
    slices: [
      { code: 'jackpot', label: 'Jackpot', weight, prize: { amount: jackpot, currency: 'BAHT' } },
      { code: 'none', label: 'None', weight: 1000 },
    ],
  })
const defineWheel = (...given: Parameters<typeof definitionOf>) =>
  lines.define('lek', wheel, definitionOf(...given))
const turnOn = (...more: string[]) => lines.turn('lek', { ...wheel, isOn: true }, more)
const activeVersion = async () => {
  const active = await findActive(world.database.db, 'BAHT', world.clock.now())
  return active && (await loadWheel(world.database.db, active.wheel)).version
}

test('SECOND-11 SCREEN-08 an older or dearer wheel, or one where there is none, waits for a second operator; the newest that gives no more does not', async () => {
  await agree(await defineWheel('500', 1))
  expect(await agree(await turnOn())).toMatch(done)
  expect(await activeVersion()).toBe(1)
  // Dearer by its odds, and by its largest prize alone.
  await agree(await defineWheel('500', 1000))
  expect(await turnOn()).toMatch(waits)
  await house.no('lek', await lastRequest())
  await agree(await defineWheel('501', 0))
  expect(await turnOn()).toMatch(done)
  expect(await activeVersion()).toBe(3)
  await agree(await defineWheel('400', 1))
  await agree(await turnOn())
  await agree(await defineWheel('300', 1))
  expect(await turnOn()).toMatch(done)
  // An old generous one comes back only by two.
  for (const version of ['1', '2', '3', '4']) {
    expect(await turnOn('--version', version), version).toMatch(waits)
    await house.no('lek', await lastRequest())
  }
  expect(await activeVersion()).toBe(5)
  expect(await lines.turn('lek', { ...wheel, isOn: false })).toMatch(done)
  expect(await activeVersion()).toBe(null)
  expect(await turnOn()).toMatch(waits)
  await house.no('lek', await lastRequest())
})

test('SECOND-11 another wheel meanwhile: the yes is refused', async () => {
  const said = await turnOn('--version', '2')
  await world.database.ownerDb.query(
    `update spinwheel_active set wheel = (select id from spinwheel_wheel where version = 4) where currency = 'BAHT'`,
  )
  await expect(house.yes('som', said)).rejects.toThrow(/^state +refused/m)
  expect(await activeVersion()).toBe(4)
})

test('SCREEN-08 a wheel whose time is over is none: the same one again takes two', async () => {
  const until = new Date(world.clock.now().getTime() + 60_000).toISOString()
  await lines.turn('lek', { ...wheel, isOn: false })
  await agree(await turnOn('--until', until))
  expect(await turnOn('--until', new Date(Date.parse(until) + 1000).toISOString())).toMatch(done)
  world.clock.moveMs(120_000)
  expect(await turnOn()).toMatch(waits)
  await house.no('lek', await lastRequest())
})

const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
const seenNow = async () => {
  const { db } = world.database
  const id = await findActiveWheelId(db, 'BAHT', world.clock.now())
  if (id === null) return null
  const { code, version } = await loadWheel(db, id)
  return `${code} ${version}`
}
const defineAs = async (code: string, jackpot: string) =>
  agree(await lines.define('lek', { kind: 'wheel', code }, definitionOf(jackpot, 1)))
const turn = (code: string, isOn: boolean, ...more: string[]) =>
  lines.turn('lek', { kind: 'wheel', code, isOn }, more)

test('SCREEN-42 SCREEN-08 for a time a cheaper version takes the place of the one for good by one person, and a dearer one by two; ending that time early takes two only where what comes back is dearer', async () => {
  await defineAs('summer', '500')
  await agree(await turn('summer', true))
  await defineAs('summer', '400')
  const hour = ['--from', inMs(60_000), '--until', inMs(120_000)]
  expect(await turn('summer', true, ...hour)).toMatch(done)
  expect(await seenNow()).toBe('summer 1')
  // Ended before it has begun nothing changes for members, so nobody is asked.
  expect(await turn('summer', true, '--version', '1')).toMatch(done)
  world.clock.moveMs(61_000)
  expect(await seenNow()).toBe('summer 1')
  expect(await turn('summer', true, '--until', inMs(60_000))).toMatch(done)
  expect(await seenNow()).toBe('summer 2')
  const back = await turn('summer', true, '--version', '1')
  expect(back).toMatch(waits)
  expect(await seenNow()).toBe('summer 2')
  await house.no('lek', await lastRequest())
  world.clock.moveMs(60_000)
  expect(await seenNow()).toBe('summer 1')

  await defineAs('fair', '900')
  const said = await turn('fair', true, '--from', inMs(60_000), '--until', inMs(120_000))
  expect(said).toMatch(waits)
  await agree(said)
  expect(await seenNow()).toBe('summer 1')
  // Its time is judged when it is made; the one around it is still the other.
  world.clock.moveMs(60_000)
  expect(await seenNow()).toBe('fair 1')
})

test('SCREEN-42 switching off never waits, and no other wheel begins by it: of one that is seen none is left, of one that has not begun the other stays, and the one around a time does not come back', async () => {
  expect(await seenNow()).toBe('fair 1')
  expect(await turn('summer', false)).toMatch(done)
  expect(await seenNow()).toBe('fair 1')
  world.clock.moveMs(60_000)
  expect(await seenNow()).toBe(null)

  await agree(await turn('summer', true))
  await agree(await turn('fair', true, '--from', inMs(60_000)))
  expect(await turn('fair', false)).toMatch(done)
  world.clock.moveMs(61_000)
  expect(await seenNow()).toBe('summer 2')
  await agree(await turn('fair', true, '--until', inMs(60_000)))
  expect(await turn('fair', false)).toMatch(done)
  expect(await seenNow()).toBe(null)
  world.clock.moveMs(61_000)
  expect(await seenNow()).toBe(null)
})

test('SCREEN-42 what was agreed about a wheel around a time that was switched off meanwhile is refused', async () => {
  await agree(await turn('summer', true))
  await agree(await turn('fair', true, '--from', inMs(3_600_000), '--until', inMs(7_200_000)))
  const said = await turn('fair', true, '--from', inMs(60_000), '--until', inMs(7_200_000))
  expect(said).toMatch(waits)
  expect(await turn('summer', false)).toMatch(done)
  await expect(agree(said)).rejects.toThrow(/^state +refused/m)
  expect(await seenNow()).toBe(null)
})

async function lastRequest(): Promise<string> {
  const [row] = await world.database.db.query<{ id: string }>(
    `select id::text from confirm_request where state = 'waits' order by confirm_request.id desc limit 1`,
  )
  return row!.id
}
