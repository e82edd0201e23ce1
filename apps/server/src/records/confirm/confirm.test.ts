import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { findCampaign } from '#money/bonus/campaign-store.ts'
import { confirm, requestAct } from '#records/confirm/confirm.ts'
import { findCode } from '#rewards/promotion/store.ts'
import { readSettings } from '#settings/read.ts'
import { unguarded } from '#testing/database/database.ts'
import { countLockWaits, holdRows } from '#testing/database/held-rows.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { anyBonus, anyCode, rewardLines } from '#testing/operators/rewards.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'

const world = freshWorld(openDepositWorld)
let kapao: Terminals['kapao']
let yes: Terminals['yes']
let no: Terminals['no']
let add: Terminals['add']
let disable: Terminals['disable']
let passHours: Terminals['passHours']
beforeEach(async () => {
  ;({ kapao, yes, no, add, disable, passHours } = openTerminals(world))
})

/** Nok is the first and has added lek and som; they have been operators for a while. */
async function openHouse(): Promise<{ memberId: string }> {
  await add('nok', null)
  return furnish()
}

async function furnish(): Promise<{ memberId: string }> {
  await add('lek', 'nok')
  await add('som', 'nok')
  await passHours(48)
  return { memberId: (await world.addMember()).id }
}

const foreignAccount = {
  ...ourAccount,
  bankAccountName: 'SOMEBODY ELSE',
  bankAccountNo: '9998887776',
}
const foreignProvider = {
  code: 'pg',
  name: 'PG',
  category: 'slot',
  family: 'pg',
  address: 'https://elsewhere.example',
  logo: '',
  background: '',
}

const read = async () => readSettings(world.database.db)

const set = (name: string, setting: string, value: string) =>
  kapao(name, 'settings', 'set', setting, '--text', value)
const match = (name: string, id: string, memberId: string) => {
  const fields = ['--decision', 'match', '--memberId', memberId, '--why', 'bank receipt 4711']
  return kapao(name, 'work', 'decide', 'deposit', id, ...fields)
}
const isDone = /^state +done/m
const waits = /^state +waits\n.*\nwaitsFor +som$/m

async function suspend(baht: number): Promise<string> {
  const money = { amount: BigInt(baht) * 100n, currency: 'BAHT' } as const
  const { id, state } = await world.processes[0]!.settle(anyArrival({ money }))
  expect(state).toBe('suspended')
  return id
}

test(
  'S18 CARE-21 no one alone raises a limit or changes one of our accounts; anyone may tighten a limit, or set up an empty platform',
  { tags: 'long-1' },
  async () => {
    await add('nok', null)
    expect(await set('nok', 'withdraw.autoMax.BAHT', '3000')).toMatch(isDone)
    await furnish()
    for (const [name, value] of [
      ['withdraw.max.BAHT', '900000'],
      ['withdraw.autoMax.BAHT', '900000'],
      ['withdraw.autoDayMax.LAK', '90000000'],
      ['withdraw.twoFrom.BAHT', '900000'],
      ['credit.aloneDayMax.BAHT', '900000'],
      ['qr.unconfirmedMax.BAHT', '900000'],
      ['deposit.accounts', JSON.stringify([foreignAccount])],
      ['games.providers', JSON.stringify([foreignProvider])],
      ['bonus.factor', '1'],
      ['bonus.endAmount.BAHT', '5000'],
      ['chat.address', 'https://chat.elsewhere.example'],
      ['spin.coinPer.BAHT', '0.01'],
      ['spin.coinPer.LAK', '49999'],
      ['refund.period', 'day'],
      ['withdraw.channel.BAHT', 'PAYONEX'],
      ['deposit.manual', 'true'],
    ] as const) {
      const before = (await read())[name]
      expect(await set('lek', name, value), name).toMatch(waits)
      expect((await read())[name], name).toEqual(before)
    }
    expect(await kapao('som', 'work', 'list', 'second')).toMatch(
      /settings set withdraw\.max\.BAHT .*before "50000\.00" after "900000\.00" lek/,
    )
    expect(await set('lek', 'withdraw.max.LAK', '1000000')).toMatch(isDone)
    expect(await set('lek', 'spin.coinPer.BAHT', '200')).toMatch(isDone)
    for (const ours of ['none', '/']) expect(await set('lek', 'chat.address', ours)).toMatch(isDone)
    expect(await set('lek', 'qr.minutes', '20')).toMatch(isDone)
  },
)

test('S18 another operator confirms it, once: not the asker, not one behind the asker, not a new one; a change since then needs another look', async () => {
  await openHouse()
  const ask = (value: string) => set('lek', 'withdraw.max.BAHT', value)
  const asked = await ask('900000')
  await add('new', 'nok')
  for (const name of ['lek', 'nok', 'new'])
    await expect(yes(name, asked), name).rejects.toThrow('may not confirm')
  await expect(ask('800000')).rejects.toThrow('waits for withdraw.max.BAHT already')
  expect(await kapao('som', 'work', 'item', 'second', requestIn(asked))).toMatch(/900000\.00 BAHT/)
  const both = await Promise.allSettled([1, 2].map(() => yes('som', asked)))
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await read())['withdraw.max.BAHT']).toBe('900000.00')
  expect(await kapao('som', 'work', 'list', 'second')).not.toContain('withdraw.max')

  const next = await ask('950000')
  await set('som', 'withdraw.max.BAHT', '1000')
  await expect(yes('som', next)).rejects.toThrow(/^state +refused(?:.|\n)*setting-changed/m)
  const last = await ask('2000')
  expect(await no('nok', last)).toMatch(isDone)
  await expect(yes('som', last)).rejects.toThrow('ALREADY_DECIDED')
  expect((await read())['withdraw.max.BAHT']).toBe('1000.00')
  const trail = await world.database.db.query<{ line: string }>(
    `select actor || ' ' || action as line from core_audit where subject = 'withdraw.max.BAHT' order by id`,
  )
  expect(trail.map(({ line }) => line)).toEqual([
    'operator:lek confirm.ask',
    'operator:som confirm.yes',
    'operator:som settings.set',
    'operator:lek confirm.ask',
    'operator:som settings.set',
    'operator:som confirm.yes',
    'operator:lek confirm.ask',
    'operator:nok confirm.no',
  ])
})

test('with only one operator a request waits for a day; disabling the others does not make one the only one for a week', async () => {
  await add('nok', null)
  await world.addMember()
  await passHours(48)
  const said = await set('nok', 'withdraw.max.BAHT', '900000')
  expect(said).toMatch(/^soonest\.name +nok\nsoonest\.at +20/m)
  for (const hours of [0, 23]) {
    await passHours(hours)
    await expect(yes('nok', said), String(hours)).rejects.toThrow('waits for 24 hours')
  }
  await passHours(2)
  expect(await yes('nok', said)).toMatch(isDone)
  expect((await read())['withdraw.max.BAHT']).toBe('900000.00')

  await add('lek', 'nok', ['risk'])
  await add('som', 'nok')
  await passHours(48)
  const ask = () => set('som', 'withdraw.max.BAHT', '990000')
  const first = await ask()
  await disable('lek', 'som')
  await passHours(25)
  await expect(yes('som', first)).rejects.toThrow('may not confirm')
  await no('som', first)
  await expect(ask()).rejects.toThrow('no one may confirm yours')
})

test("unconfirmed gifts to members stop at the day's limit, for all operators together, and go on with a second operator", async () => {
  const { memberId } = await openHouse()
  // The limit is 20,000 baht.
  const ids = await Promise.all([12_000, 9_000, 8_000, 25_000].map(suspend))
  expect(await match('lek', ids[0]!, memberId)).toMatch(isDone)
  const said = await match('som', ids[1]!, memberId)
  expect(said).toMatch(/^waitsFor +lek$/m)
  // A refused request has given nothing, and does not use up the day's limit.
  await expect(match('lek', ids[2]!, 'NOBODY000000')).rejects.toThrow('nothing was moved')
  expect(await match('lek', ids[2]!, memberId)).toMatch(isDone)
  expect(await world.balanceOf(memberId)).toBe(2_000_000)
  expect(await yes('lek', said)).toMatch(isDone)
  expect(await world.balanceOf(memberId)).toBe(2_900_000)
  const large = await match('lek', ids[3]!, memberId)
  await passHours(25)
  await expect(yes('lek', large)).rejects.toThrow('may not confirm')
  expect(await world.balanceOf(memberId)).toBe(2_900_000)
})

test("an act that was cut off before it was done counts against the day's limit for a day; then that part is free again", async () => {
  const { memberId } = await openHouse()
  const { db } = world.database
  const aloneMax = { amount: 2_000_000n, currency: 'BAHT' } as const
  const gives = [{ money: { amount: 1_500_000n, currency: 'BAHT' } as const, aloneMax }]
  const wish = { kind: 'deposits match', subject: 'cut off', what: {}, words: 'cut off', gives }
  const by = { actor: 'operator:lek', requestId: 'cut' } as const
  expect(await requestAct({ db, clock: world.clock }, { ...wish, ...by })).toMatchObject({
    mayBeDone: true,
  })
  const [small, large, next] = await Promise.all([4_000, 6_000, 6_000].map(suspend))
  expect(await match('lek', small!, memberId)).toMatch(isDone)
  await passHours(23)
  const said = await match('lek', large!, memberId)
  expect(said).toMatch(waits)
  expect(await yes('som', said)).toMatch(isDone)
  await passHours(25)
  expect(await match('lek', next!, memberId)).toMatch(isDone)
})

test('of gifts in two currencies each counts against the limit of its own', async () => {
  await openHouse()
  const { database, clock } = world
  const gift = (currency: 'BAHT' | 'LAK', amount: bigint) => ({
    money: { amount, currency },
    aloneMax: { amount: 2_000_000n, currency },
  })
  const give = (subject: string, kip: bigint) => {
    const gives = [gift('BAHT', 1n), gift('LAK', kip)]
    const wish = { kind: 'bonus define', subject, what: {}, words: subject, gives }
    const by = { actor: 'operator:lek', requestId: 'two' } as const
    return requestAct({ db: database.db, clock }, { ...wish, ...by })
  }
  expect(await give('up to the limit', 2_000_000n)).toMatchObject({ mayBeDone: true })
  expect(await give('one more', 1n)).toMatchObject({ mayBeDone: false })
})

test('a fault in the middle of the work is no refusal: it stays confirmed, and is done again', async () => {
  await openHouse()
  const { database, clock } = world
  const id = requestIn(await set('lek', 'withdraw.max.BAHT', '950000'))
  const by = { actor: 'operator:som', requestId: 'fault' } as const
  const confirmBy = (work: () => Promise<string>) =>
    confirm({ db: database.db, clock }, { id, ...by, workOf: () => work })
  const fault = new Error('the disk is full')
  await expect(confirmBy(() => Promise.reject(fault))).rejects.toBe(fault)
  expect(await confirmBy(async () => 'done')).toBe('done')
})

test("of five concurrent gifts only as many as the day's limit allows are given alone", async () => {
  const { memberId } = await openHouse()
  const ids = await Promise.all([9_000, 9_000, 9_000, 9_000, 9_000].map(suspend))
  // What is left of the day may be read, and nothing be written, until all of them have asked.
  const end = await holdRows(world.database, 'lock table confirm_request in share mode', [])
  const given = Promise.all(ids.map((id) => match('lek', id, memberId)))
  await expect.poll(() => countLockWaits(world.database), { timeout: 10_000 }).toBe(ids.length)
  await end()
  expect((await given).filter((said) => isDone.test(said))).toHaveLength(2)
  expect(await world.balanceOf(memberId)).toBe(1_800_000)
})

test('the database uses its own time and refuses confirmations by operators who do not count', async () => {
  await openHouse()
  const asking = await set('lek', 'withdraw.max.BAHT', '900000')
  const { db } = world.database
  const update = (change: string) => db.query(`update confirm_request set ${change}`)
  await expect(update(`asked_at = now() - interval '2 days'`)).rejects.toThrow('permission denied')
  const asked = await db.query<{ isNow: boolean }>(
    `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at)
     values ('bonus define', 'OLD', '{}', 'old', 'waits', 'operator:lek', now() - interval '2 days')
     returning asked_at > now() - interval '1 minute' as "isNow"`,
  )
  expect(asked).toEqual([{ isNow: true }])
  await expect(update(`asked_by = 'operator:som'`)).rejects.toThrow('permission denied')
  await expect(update(`what = '{}'`)).rejects.toThrow('permission denied')
  await expect(db.query('update operators_operator set noted_at = null')).rejects.toThrow(
    'permission denied',
  )
  await expect(
    update(`state = 'confirmed', decided_by = 'operator:lek', decided_at = '2100-01-01'`),
  ).rejects.toThrow('may not confirm')
  // A terminal's clock that is set ahead or back changes nothing.
  world.clock.moveMs(72 * hourMs)
  await expect(yes('lek', asking)).rejects.toThrow('may not confirm')
  await unguarded(world.database.ownerDb, (tx) =>
    tx.query(
      `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = 'lek'`,
    ),
  )
  await expect(yes('som', asking)).rejects.toThrow('has been disabled')
})

test('no one alone defines more than one operator may give in a day: no bonus and no code without a quota, no wheel', async () => {
  await openHouse()
  const { db } = world.database
  const lines = rewardLines({ kapao, db, clock: world.clock })
  const define = (kind: 'bonus' | 'code', code: string, given: object) =>
    lines.define('lek', { kind, code }, given)
  const code = (factor: string, amount: object, quota: number | null = null) =>
    anyCode({ quota, terms: { ...usualTerms, factor, gives: { of: 'amount', amount } } })
  // The limit of a day is 20,000 baht and ten million kip.
  expect(await define('code', 'USUAL', code('5', { BAHT: '100' }))).toMatch(waits)
  expect(await define('code', 'SMALL', code('10', { BAHT: '1' }))).toMatch(waits)
  expect(await define('code', 'FEW', code('5', { BAHT: '100' }, 120))).toMatch(isDone)
  expect(await define('code', 'MANY', code('5', { BAHT: '100' }, 201))).toMatch(waits)
  // Earlier definitions of the day count.
  expect(await define('code', 'MORE', code('5', { BAHT: '100' }, 81))).toMatch(waits)
  expect(await define('code', 'FULL', code('5', { BAHT: '100' }, 80))).toMatch(isDone)
  expect(await define('code', 'OVER', code('5', { BAHT: '0.01' }, 1))).toMatch(waits)
  expect(await define('code', 'KIP', code('5', { LAK: '50000' }, 200))).toMatch(isDone)
  expect(await define('code', 'KIP2', code('5', { LAK: '1' }, 1))).toMatch(waits)
  expect(await define('code', 'NONE', code('5', { BAHT: '100' }, 0))).toMatch(isDone)
  const gives = { of: 'deposit', percent: 10, max: { BAHT: '300' } }
  const ofDeposit = anyCode({ terms: { ...usualTerms, gives } })
  expect(await define('code', 'SHARE', ofDeposit)).toMatch(waits)
  expect(await findCode(db, 'USUAL')).toBeNull()
  const startsAt = '2026-12-01T00:00:00Z'
  const said = await define('bonus', 'WELCOME', anyBonus({ startsAt }))
  expect(said).toMatch(waits)
  expect(await findCampaign(db, 'WELCOME')).toBeNull()
  expect(await yes('som', said)).toMatch(isDone)
  expect(await findCampaign(db, 'WELCOME')).toMatchObject({
    startsAt: new Date('2026-12-01T00:00:00Z'),
    isOn: false,
  })
})

test('no one defines a wheel alone, and a waiting definition cannot be switched on', async () => {
  await openHouse()
  const lines = rewardLines({ kapao, db: world.database.db, clock: world.clock })
  const rich = { kind: 'wheel', code: 'rich' } as const
  const slices = [
    { code: 'all', label: 'All', weight: 1, prize: { amount: '90000', currency: 'BAHT' } },
    { code: 'none', label: 'None', weight: 1 },
  ]
  const wheel = await lines.define('lek', rich, anyWheel({ slices }))
  expect(wheel).toMatch(waits)
  await expect(lines.turn('lek', { ...rich, isOn: true })).rejects.toThrow('NOT_FOUND')
  expect(await yes('som', wheel)).toMatch(isDone)
})

test('a confirmed definition undoes no change made since, nor does one that was cut off and is done again', async () => {
  await openHouse()
  const { db } = world.database
  const lines = rewardLines({ kapao, db, clock: world.clock })
  const songkran = { kind: 'code', code: 'SONGKRAN50' } as const
  const define = (name: string, baht: string) => {
    world.clock.moveMs(60_000)
    const gives = { of: 'amount', amount: { BAHT: baht } }
    return lines.define(name, songkran, anyCode({ quota: 1, terms: { ...usualTerms, gives } }))
  }
  const first = await define('lek', '90000')
  await define('som', '100')
  await expect(yes('som', first)).rejects.toThrow(/^state +refused/m)
  expect(await findCode(db, 'SONGKRAN50')).toMatchObject({
    terms: { gives: { amount: { BAHT: '100.00' } } },
  })
  const next = await define('lek', '90000')
  expect(await yes('som', next)).toMatch(isDone)
  // As if the confirming process had been cut off before it marked the row as done.
  await db.query('update confirm_request set done_at = null where id = $1', [requestIn(next)])
  world.clock.moveMs(60_000)
  await define('som', '80')
  await expect(yes('lek', next)).rejects.toThrow(/^state +unclear/m)
  expect(await findCode(db, 'SONGKRAN50')).toMatchObject({
    terms: { gives: { amount: { BAHT: '80.00' } } },
  })
})

test("any operator may change a provider's name, but not its category: it decides which bets belong to an ended bonus", async () => {
  await openHouse()
  const games = (await read())['games.providers']
  const change = (of: object) => {
    const changed = games.map((one) => (one.code === 'sport' ? { ...one, ...of } : one))
    return set('lek', 'games.providers', JSON.stringify(changed))
  }
  expect(await change({ name: 'Football' })).toMatch(isDone)
  expect(await change({ category: 'slot' })).toMatch(waits)
})
