import { beforeEach, expect, test } from 'vitest'
import { decideItem } from '#records/items/decide.ts'
import { isHeldByItem, listItems, noteItem } from '#records/items/store.ts'
import { insertRow } from '#records/statement/store.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(openDepositWorld, { isBroken: true })
let house: Terminals
let kapao: Terminals['kapao']
let one: string
let other: string
beforeEach(async () => {
  house = openTerminals(world)
  kapao = house.kapao
  await house.add('nok', null)
  for (const name of ['lek', 'som', 'dao']) await house.add(name, 'nok')
  await house.passHours(48)
  one = (await world.addMember()).id
  other = (await world.addMember()).id
})

/** Writes rows of rooms in the state after their operations, whose rules have tests of their own. */
const asOwner = (text: string, values: readonly unknown[]) =>
  world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(text, values)
  })

/** An item about both members, while the first has this much to receive for friends. */
async function found(baht: number): Promise<string> {
  const { db } = world.database
  await db.query(
    `insert into invite_balance (member_id, earned) values ($1, $2)
     on conflict (member_id) do update set earned = excluded.earned`,
    [one, baht * 100 * 10_000],
  )
  const key = crypto.randomUUID()
  const about = {
    memberId: one,
    otherId: other,
    words: 'the same device',
    since: world.clock.now(),
  }
  await noteItem(db, { kind: 'invite.linked', key, holds: ['rewards'], ...about })
  const items = await listItems(db, { kind: null, memberId: one, open: true, limit: 9 })
  return String(items.find((item) => item.key === key)!.id)
}
const sends = (name: string, kind: string, id: string, ...decision: string[]) =>
  kapao(name, 'work', 'decide', kind, id, '--decision', ...decision)
const decide = (name: string, id: string, how = 'allow') =>
  sends(name, 'suspicion', id, how, '--why', 'talked to both by phone')
const isDone = /^state +done/m
const waits = /^state +waits/m
const isHeld = () => isHeldByItem(world.database.db, one, 'rewards')
const match = async (name: string, memberId: string) => {
  const { id } = await world.processes[0]!.settle(anyArrival({}))
  return sends(name, 'deposit', id, 'match', '--memberId', memberId, '--why', 'receipt 4711')
}

test('CARE-98 an item that holds more than one operator may give in a day is released by two, by command or by function', async () => {
  const id = await found(20_001)
  const said = await decide('lek', id)
  expect(said).toMatch(/^state +waits\n.*\nwaitsFor +dao, som$/m)
  const by = { actor: 'operator:lek', requestId: 'x' } as const
  const { db } = world.database
  const deps = { db, clock: world.clock, onDecided: {} }
  const word = { ...by, decision: 'allow', why: 'x' } as const
  await expect(decideItem(deps, BigInt(id), word)).rejects.toThrow('has not said items decide')
  expect(await isHeld()).toBe(true)
  await expect(house.yes('lek', said)).rejects.toThrow('may not confirm')
  await house.yes('som', said)
  expect(await isHeld()).toBe(false)
})

test("CARE-98 money released by small items counts toward one operator's daily limit; a denial needs one operator", async () => {
  const [small, more, refused] = [await found(15_000), await found(15_000), await found(15_000)]
  expect(await decide('lek', small)).toMatch(isDone)
  expect(await decide('som', more)).toMatch(waits)
  expect(await decide('som', refused, 'deny')).toMatch(isDone)
})

/** An item about both members that holds more money of the first than one operator may release. */
async function decideHeld(
  holds: 'rewards' | 'withdrawals',
  evidence: Record<string, string> = {},
): Promise<string> {
  const { db } = world.database
  const key = crypto.randomUUID()
  const about = { memberId: one, otherId: other, words: 'the same device', evidence }
  await noteItem(db, { kind: 'x.linked', key, holds: [holds], since: world.clock.now(), ...about })
  const items = await listItems(db, { kind: null, memberId: one, open: true, limit: 9 })
  return decide('lek', String(items.find((item) => item.key === key)!.id))
}

test('CARE-98 an open withdrawal held by an item counts as given by the operator who releases it, an ended one does not', async () => {
  const withdrawal = crypto.randomUUID()
  await asOwner(
    `insert into withdrawals_withdrawal (id, member_id, key, fingerprint, of_all, wallet_account, hold_account, amount, currency, state,
       bank_code, bank_account_no, bank_account_name, approvals_needed, statement_seq, created_at, next_at)
     values ($1::uuid, $2, 'x', gen_random_uuid(), false, 1, 1, 2000100, 'BAHT', 'held', 'SCB', '1112223331', 'x', 1, 1, now(), now())`,
    [withdrawal, one],
  )
  expect(await decideHeld('rewards')).toMatch(isDone)
  expect(await decideHeld('withdrawals')).toMatch(waits)
  await asOwner(
    `update withdrawals_withdrawal set state = 'returned', reason = 'BANK_REFUSED', ended_at = now() where id = $1`,
    [withdrawal],
  )
  expect(await decideHeld('withdrawals')).toMatch(isDone)
})

test('CARE-98 refunds held by an item count as given by the operator who releases it', async () => {
  await asOwner(
    `insert into refund_period (member_id, period, since, until, currency, lost, won, gifts, forfeited, rate, amount, created_at)
     values ($1, 'day 2026-11-20', now() - interval '1 day', now(), 'BAHT', 2000100, 0, 0, 0, 10000, 2000100, now())`,
    [one],
  )
  expect(await decideHeld('withdrawals')).toMatch(isDone)
  expect(await decideHeld('rewards')).toMatch(waits)
})

test("CARE-98 for a code held by an item the other member's reward counts, in each member's currency", async () => {
  const [{ id: lao }] = [await world.addMember({ currency: 'LAK' })]
  const terms = JSON.stringify({
    gives: { of: 'amount', amount: { BAHT: '20000.01', LAK: '100' } },
  })
  await asOwner(
    `insert into promotion_code (code, description, terms, is_on, created_at, updated_at)
     values ('MUCH', '{}', $1, true, now(), now())`,
    [terms],
  )
  expect(await decideHeld('rewards', { code: 'MUCH', received: one })).toMatch(waits)
  other = lao
  expect(await decideHeld('rewards', { code: 'MUCH', received: one })).toMatch(isDone)
  expect(await decideHeld('rewards', { code: 'MUCH', received: lao })).toMatch(waits)
})

test('CARE-98 money given in a second currency counts too', async () => {
  const { db } = world.database
  const { id: lao } = await world.addMember({ currency: 'LAK' })
  other = lao
  await db.query(`insert into invite_balance (member_id, earned) values ($1, $3), ($2, $4)`, [
    one,
    lao,
    100 * 10_000,
    String(1_000_000_000n * 10_000n),
  ])
  expect(await decideHeld('rewards')).toMatch(waits)
})

test('CARE-99 an operator who gave to a member within a day decides no item about them, alone or by a request', async () => {
  expect(await match('lek', other)).toMatch(isDone)
  const id = await found(100)
  for (const how of ['allow', 'deny'])
    await expect(decide('lek', id, how)).rejects.toThrow('another operator has to decide it')
  expect(await isHeld()).toBe(true)
  expect(await decide('som', id)).toMatch(isDone)
  const large = await found(30_000)
  await expect(decide('lek', large)).rejects.toThrow('another operator has to decide it')
  const forget = () =>
    world.database.ownerDb.query(`update review_act set at = at - interval '25 hours'`)
  await forget()
  const asked = await decide('lek', large)
  await match('lek', other)
  await expect(house.yes('som', asked)).rejects.toThrow(/^state +refused/m)
  expect(await isHeld()).toBe(true)
  // A day later the operator has no recent dealings with them.
  await forget()
  expect(await decide('lek', large, 'deny')).toMatch(isDone)
})

test('CARE-100 a request that one operator refuses is visible to the others', async () => {
  const id = crypto.randomUUID()
  const { db } = world.database
  const at = world.clock.now()
  await db.beginFor(one, async (tx) => {
    const money = { amount: 50_000n, currency: 'BAHT' } as const
    const row = { statementType: 'deposit', from: 'SCB', to: 'wallet', status: 'PENDING' } as const
    const seq = await insertRow(tx, at, {
      ...row,
      memberId: one,
      operation: id,
      money,
      about: null,
    })
    await tx.query(
      `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
       values ($1, $2, $5, $1, $3, 'BAHT', false, 'open', $4, $6)`,
      [id, one, money.amount, seq, id, at],
    )
  })
  await sends('lek', 'manual', id, 'refuse', '--why', 'sent back to the payer')
  expect(await kapao('som', 'work', 'list', 'review')).toMatch(
    new RegExp(`${one}.* 500\\.00 BAHT .*sent back to the payer`),
  )
})
