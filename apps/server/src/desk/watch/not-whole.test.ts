import { beforeEach, expect, test } from 'vitest'
import type { Violation } from '#ledger/verify.ts'
import { listStops } from '#records/payouts/store.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { stopOnFindings } from './not-whole.ts'

const world = testWorld(openPayoutWorld)
beforeEach(() => world.database.ownerDb.query('truncate payouts_stop'))

const find = (...violations: Violation[]) =>
  stopOnFindings({ db: world.database.db, clock: world.clock }, violations)
const stops = async () =>
  (await listStops(world.database.db)).map(({ memberId, findings }) => [memberId, findings.length])

async function addWallet(): Promise<{ memberId: string; account: bigint }> {
  const { id: memberId } = await world.addPlayer(100_000n, [])
  const [row] = await world.database.db.query<{ id: bigint }>(
    `select id from ledger_account where owner = $1 and kind = 'wallet'`,
    [memberId],
  )
  return { memberId, account: row!.id }
}
const differs = (account: bigint, seq: bigint, balance: bigint): Violation => ({
  check: 'a balance follows from its movements',
  what: { account, seq, balance },
})
const sum = (currency: string, by: bigint): Violation => ({
  check: 'each currency sums to zero',
  what: { currency, sum: by },
})
const raise = (account: bigint, by: number) =>
  world.database.ownerDb.query('update ledger_account set balance = balance + $2 where id = $1', [
    account,
    by,
  ])

test('WHOLE-01 an account below its floor stops its member, and all that was found of one member is one stop', async () => {
  const [one, other] = [await addWallet(), await addWallet()]
  await find(
    { check: 'no account is below its floor', what: { id: one.account, balance: -1n } },
    differs(one.account, 4n, 7n),
    differs(other.account, 4n, 7n),
  )
  expect(await stops()).toEqual([
    [one.memberId, 2],
    [other.memberId, 1],
  ])
})

test('WHOLE-05 another balance of the same account is another finding', async () => {
  const { memberId, account } = await addWallet()
  await find(differs(account, 4n, 7n))
  await find(differs(account, 4n, 7n))
  expect(await stops()).toEqual([[memberId, 1]])
  await find(differs(account, 4n, 8n))
  expect(await stops()).toEqual([[memberId, 2]])
})

test('WHOLE-01 a sum that is off by what members’ accounts hold too much stops nobody else; by any other sum, or of another currency, it stops everybody', async () => {
  const { memberId, account } = await addWallet()
  await raise(account, 700)
  const found = differs(account, 1n, 100_700n)
  await find(found, sum('BAHT', 700n))
  expect(await stops()).toEqual([[memberId, 1]])
  // The account was found before.
  await find(sum('BAHT', 700n))
  expect(await stops()).toEqual([[memberId, 1]])
  await find(sum('LAK', 700n))
  expect(await stops()).toEqual([
    [null, 1],
    [memberId, 1],
  ])
  await world.database.ownerDb.query('truncate payouts_stop')
  await find(found, sum('BAHT', 701n))
  expect(await stops()).toEqual([
    [null, 1],
    [memberId, 1],
  ])
  await raise(account, -700)
})
