import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { findCampaign } from '#money/bonus/campaign-store.ts'
import { findActiveWheelId, loadWheel } from '#rewards/spinwheel/wheel-store.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

const world = testWorld(openDepositWorld)
let house: Terminals
const folder = tempFolder()
beforeAll(async () => {
  house = openTerminals(world)
  await house.add('nok', null)
  for (const name of ['lek', 'som']) await house.add(name, 'nok')
  await house.passHours(48)
  await world.addMember()
})
// What one operator gave alone counts for a day.
beforeEach(() => house.passHours(30))

const waits = /Nothing is done yet: .*\nIt waits for som: kapao work decide second (\d+)/
const done = /^state +done/m
const lek = (...line: string[]) => house.kapao('lek', ...line)

async function fileOf(content: object): Promise<string> {
  const file = join(folder, 'given.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

async function agree(said: string): Promise<string> {
  const number = waits.exec(said)?.[1]
  if (number === undefined) throw new Error(`it does not wait: ${said}`)
  return house.yes('som', number)
}

const bonus = (quota: number | null) => ({
  type: 'day',
  maxReceived: 1,
  quota,
  isOn: true,
  terms: { ...usualTerms, gives: { of: 'amount', amount: { BAHT: '100' } } },
  banners: { th: [], la: [], en: [] },
})
const code = (quota: number | null) => {
  const { type: _, maxReceived: _1, banners: _2, ...rest } = bonus(quota)
  return { ...rest, description: { th: 'ก', la: 'ກ', en: 'a' } }
}

test('SECOND-10 to offer a bonus or a code again is like defining it: beyond what one may give it waits for a second operator; to stop it never waits', async () => {
  const cases = [
    ['bonus', bonus],
    ['promotions', code],
  ] as const
  for (const [group, definition] of cases) {
    await agree(await lek(group, 'define', 'OPEN', '--file', await fileOf(definition(null))))
    expect(await house.kapao('som', group, 'switch', 'OPEN', 'off')).toBe('OPEN is off.')
    const said = await lek(group, 'switch', 'OPEN', 'on')
    expect(said, group).toMatch(waits)
    expect(said).toContain('without a quota')
    expect(await lek(group, 'list')).toMatch(/OPEN +off/)
    expect(await agree(said)).toMatch(done)
    expect(await lek(group, 'list')).toMatch(/OPEN +on/)
    // The limit of a day is 20,000 baht: few of them may be offered alone, as they may be defined.
    await lek(group, 'define', 'FEW', '--file', await fileOf(definition(60)))
    await lek(group, 'switch', 'FEW', 'off')
    expect(await lek(group, 'switch', 'FEW', 'on')).toBe('FEW is on.')
    await agree(await lek(group, 'define', 'MANY', '--file', await fileOf(definition(201))))
    await lek(group, 'switch', 'MANY', 'off')
    expect(await lek(group, 'switch', 'MANY', 'on'), group).toMatch(waits)
    // Of as many, what members have had already is not given again.
    await agree(await lek(group, 'define', 'LEFT', '--file', await fileOf(definition(201))))
    await lek(group, 'switch', 'LEFT', 'off')
    const table = group === 'bonus' ? 'bonus_campaign' : 'promotion_code'
    await world.database.ownerDb.query(`update ${table} set given = 190 where code = 'LEFT'`)
    expect(await lek(group, 'switch', 'LEFT', 'on')).toBe('LEFT is on.')
    await house.passHours(30)
  }
})

test('SECOND-10 what is given in kip waits like what is given in baht', async () => {
  const terms = { ...usualTerms, gives: { of: 'amount', amount: { LAK: '50000' } } }
  const file = await fileOf({ ...bonus(null), terms })
  expect(await lek('bonus', 'define', 'KIP', '--file', file)).toMatch(waits)
})

test('SECOND-10 what was changed since it was asked to be offered again is refused, and the request says why', async () => {
  await agree(await lek('bonus', 'define', 'MOVED', '--file', await fileOf(bonus(null))))
  await lek('bonus', 'switch', 'MOVED', 'off')
  const said = await lek('bonus', 'switch', 'MOVED', 'on')
  world.clock.moveMs(60_000)
  await house.kapao('som', 'bonus', 'define', 'MOVED', '--file', await fileOf(bonus(0)))
  await house.kapao('som', 'bonus', 'switch', 'MOVED', 'off')
  await expect(agree(said)).rejects.toThrow(/^state +refused/m)
  expect(await findCampaign(world.database.db, 'MOVED')).toMatchObject({ isOn: false })
})

const wheel = (jackpot: string, weight: number) => {
  const look = { bgColor: '#112233', textColor: '#ffffff' }
  const prize = { amount: jackpot, currency: 'BAHT' }
  const slices = [
    { ...look, code: 'jackpot', label: 'Jackpot', weight, prize },
    { ...look, code: 'none', label: 'None', weight: 1000 },
  ]
  return { name: 'Demo', currency: 'BAHT', slices }
}
const defineWheel = async (...given: Parameters<typeof wheel>) =>
  lek('wheel', 'define', 'demo', '--file', await fileOf(wheel(...given)))
const activeVersion = async () => {
  const id = await findActiveWheelId(world.database.db, 'BAHT')
  return id && (await loadWheel(world.database.db, id)).version
}

test('SECOND-11 an older or dearer wheel, or one where there is none, waits for a second operator; the newest that gives no more does not', async () => {
  const said = await defineWheel('500', 1)
  expect(said).toContain(
    'wheel demo, version 1: Jackpot 0.0999 % 500.00 BAHT, None 99.9001 % nothing',
  )
  await agree(said)
  expect(await agree(await lek('wheel', 'on', 'demo'))).toMatch(done)
  expect(await activeVersion()).toBe(1)
  // Dearer by its odds, and by its largest prize alone.
  await agree(await defineWheel('500', 1000))
  expect(await lek('wheel', 'on', 'demo')).toMatch(waits)
  await house.no('lek', await waiting())
  await agree(await defineWheel('501', 0))
  expect(await lek('wheel', 'on', 'demo')).toContain('version 3')
  await agree(await defineWheel('400', 1))
  const dearer = await lek('wheel', 'on', 'demo')
  expect(dearer).toMatch(waits)
  await agree(dearer)
  await agree(await defineWheel('300', 1))
  expect(await lek('wheel', 'on', 'demo')).toContain('version 5')
  // An old generous one comes back only by two.
  for (const version of ['1', '2', '3', '4'])
    expect(await attempt('wheel', 'on', 'demo', '--version', version), version).toMatch(waits)
  expect(await activeVersion()).toBe(5)
  expect(await lek('wheel', 'off', 'BAHT')).toContain('no wheel')
  expect(await attempt('wheel', 'on', 'demo')).toMatch(waits)
  expect(await activeVersion()).toBe(null)
})

test('SECOND-11 another wheel meanwhile: the yes is refused', async () => {
  const said = await lek('wheel', 'on', 'demo', '--version', '2')
  const number = waits.exec(said)![1]!
  await world.database.ownerDb.query(
    `update spinwheel_active set wheel = (select id from spinwheel_wheel where version = 4) where currency = 'BAHT'`,
  )
  await expect(house.yes('som', number)).rejects.toThrow(/^state +refused/m)
  expect(await activeVersion()).toBe(4)
})

async function waiting(): Promise<string> {
  const [row] = await world.database.db.query<{ id: string }>(
    `select id::text from confirm_request where state = 'waits' order by confirm_request.id desc limit 1`,
  )
  return row!.id
}

/** Asks, and drops the request again, since only one about a currency may wait. */
async function attempt(...line: string[]): Promise<string> {
  const said = await lek(...line)
  const number = waits.exec(said)?.[1]
  if (number) await house.no('lek', number)
  return said
}
