import { expect, test } from 'vitest'
import type { Moment } from '#testing/database/database-wire.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openKilledConsole } from '#testing/operators/killed-console.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** Each console is a process of its own. */
const patienceMs = 180_000
const world = testWorld(openPayoutWorld)
const desk = testWorld(() => openKilledConsole(world))

const rowsOf = (player: Player, from: string) =>
  world.database.db.query<{ type: string; status: string }>(
    `select statement_type as type, status from statement_row
     where member_id = $1 and about ? 'correction' and ("from" = $2 or "to" = $2)`,
    [player.id, from],
  )
const audited = (action: string, subject: string) =>
  world.database.db.query('select 1 from core_audit where action = $1 and subject = $2', [
    action,
    subject,
  ])
const suspendedOf = async (amount: bigint): Promise<string[]> => {
  const rows = await world.database.db.query<{ state: string }>(
    'select state from deposits_deposit where amount = $1 order by created_at, state',
    [amount],
  )
  return rows.map(({ state }) => state)
}

/** In the middle of its one transaction, at its end, and after the commit before the answer. */
const moments: Moment[] = [
  { at: 'before', statement: 'ledger_apply' },
  { at: 'before the commit of', statement: 'ledger_apply' },
  { at: 'after the commit of', statement: 'ledger_apply' },
]

/** A member with 500, and with this amount by the bank's feed; no other member has the same amount. */
async function credited(amount: string): Promise<{ player: Player; deposit: string }> {
  // An earlier case has moved the clock, and a message that is minutes old is refused.
  await world.passTime(0)
  const bank = { bankCode: 'KBANK', bankAccountName: 'SOMCHAI JAIDEE' } as const
  const bankAccountNo = `77${amount.replace('.', '').padStart(8, '0')}`
  const player = await world.addPlayer(0n, [], { ...bank, bankAccountNo })
  await world.sandbox.control('POST', '/bank/pay', {
    fromBank: bank.bankCode,
    fromAccount: bankAccountNo,
    fromName: bank.bankAccountName,
    amount,
    tell: 'feed',
  })
  await world.until(
    () => world.walletOf(player),
    (sum) => sum > 0,
  )
  const [row] = await world.database.db.query<{ id: string }>(
    'select id from deposits_deposit where member_id = $1',
    [player.id],
  )
  return { player, deposit: row!.id }
}

const takebacks = moments.map((moment, n) => ({ ...moment, n }))

test.each(sampled('desk: takeback', 1, takebacks))(
  'I06 HOUSE-10 a credit that is taken back, the console killed $at $statement: done once by any repetition',
  { tags: 'long-4', timeout: patienceMs },
  async ({ n, ...moment }) => {
    const amount = `${500 + n}.25`
    const satang = 50_025 + 100 * n
    const { player, deposit } = await credited(amount)
    const line = [
      'members',
      'takeback',
      '--deposit',
      deposit,
      '--isGone',
      'no',
      '--why',
      'not theirs',
    ]
    const { again } = await desk.killedAt(moment, line)
    const isDone = moment.at === 'after the commit of'
    expect(await world.walletOf(player)).toBe(isDone ? 0 : satang)
    expect(await suspendedOf(BigInt(satang))).toEqual(
      isDone ? ['taken', 'suspended'] : ['credited'],
    )

    expect(await again()).toMatch(isDone ? 'is taken' : /^state +done/m)
    expect(await world.walletOf(player)).toBe(0)
    expect(await suspendedOf(BigInt(satang))).toEqual(['taken', 'suspended'])
    expect(await rowsOf(player, 'wallet')).toEqual([{ type: 'withdraw', status: 'SUCCESS' }])
    expect(await audited('deposits.takeBack', deposit)).toHaveLength(1)
  },
)

test.each(sampled('desk: bounced', 1, moments))(
  'I06 I14 HOUSE-10 a payout that bounced, the console killed $at $statement: back in the wallet once, and the repetition finds it done',
  { tags: 'long-3', timeout: patienceMs },
  async (moment) => {
    const player = await world.addPlayer(100_000n, [])
    const { body } = await world.withdraw(player, 400)
    await world.becomes(player, 'paid')
    const id = body.receipt._id as string
    const line = ['work', 'decide', 'payout', id, '--decision', 'bounced', '--why', 'line 4711']
    const { again } = await desk.killedAt(moment, line)
    const isDone = moment.at === 'after the commit of'
    expect(await world.walletOf(player)).toBe(isDone ? 100_000 : 60_000)

    expect(await again()).toMatch(/^state +done/m)
    expect(await world.walletOf(player)).toBe(100_000)
    expect(await world.heldOf(player)).toBe(0)
    expect(await rowsOf(player, 'wallet')).toEqual([{ type: 'deposit', status: 'SUCCESS' }])
    expect(await audited('withdrawals.bounce', id)).toHaveLength(1)
  },
)
