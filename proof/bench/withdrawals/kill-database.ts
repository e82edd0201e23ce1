import { setTimeout as pause } from 'node:timers/promises'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { listBalances } from '../../../apps/server/src/ledger/read.ts'
import type { Answer } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { askUntilFinal, type FinalAnswer, type Load } from '../load/ask-until-final.ts'
import { killByTurns } from '../load/kill-by-turns.ts'
import type { Player, World } from '../transfers/world.ts'
import { countEverything, decideForPeople, listPayouts, type Payout } from './books.ts'
import { addFault, faults } from './run-case.ts'

export type DatabaseKills = {
  /** Withdrawals whose member received the answer that the money is held for it. */
  acknowledged: number
  retries: number
  /** Acknowledged but missing. */
  lost: number
  paid: number
  paidTwice: number
  byPeople: number
  wrong: string[]
}

const turnMs = 61_000
const turns = 40
const faultsEach = 2

/**
 * The database and the server are killed alternately while members withdraw and the paying channel fails in every way.
 */
export async function killDatabaseUnderPayouts(
  world: World,
  players: readonly Player[],
  rounds: number,
): Promise<DatabaseKills> {
  const before = new Map<Player, bigint>()
  for (const player of players) before.set(player, await countEverything(world, player))
  await world.passTime(0)
  for (const [at, player] of players.entries()) {
    const fault = faults[at % faults.length]!
    if (fault !== 'none') await addFault(world, { player, fault }, faultsEach)
  }
  const load = await killByTurns(world, players, { rounds, runCaller })
  await world.sandbox.control('DELETE', '/faults', {})
  for (let turn = 0; turn < turns; turn += 1) await world.passTime(turnMs)
  const acknowledged = load.journal.filter(({ status }) => status === 200)
  return {
    acknowledged: acknowledged.length,
    retries: load.retries,
    lost: await countLost(world, acknowledged),
    ...(await judge(world, before)),
  }
}

/** Withdraws a part or, after sending some of it to a game, everything from everywhere. */
async function runCaller(address: () => string, { token }: Player, load: Load): Promise<void> {
  const ask = (call: string, body: object) => {
    const [name, options] = [`POST /api/wallet/${call}`, { token, body }]
    return askUntilFinal({ address, name, key: systemIds.key(), options, isFinal }, load)
  }
  // The transfers' answers are not recorded: this test is about withdrawals.
  const transfers: Load = { journal: [], retries: 0, stopped: false }
  while (!load.stopped) {
    if (Math.random() < 0.6) await ask('withdraw', { amount: 100 })
    else {
      const body = { from: 'wallet', to: 'pg', amount: 5 }
      const transfer = { address, name: 'POST /api/wallet/transfer', key: systemIds.key() }
      await askUntilFinal({ ...transfer, options: { token, body }, isFinal }, transfers)
      await ask('withdrawAll', { amount: 100 })
    }
    await pause(100)
  }
}

/** A refusal because another one is open is final: that one may be open for minutes. */
function isFinal({ status, body }: Answer): boolean {
  if (status === 409) return body?.code === 'REQUEST_IN_PROGRESS' && Math.random() < 0.1
  return status < 500 || body?.code === 'TRANSFER_FAIL'
}

async function countLost({ stage }: World, acknowledged: readonly FinalAnswer[]): Promise<number> {
  const [row] = await stage.db.query<{ count: bigint }>(
    'select count(*) from withdrawals_withdrawal where key = any ($1)',
    [acknowledged.map(({ key }) => key)],
  )
  return acknowledged.length - Number(row!.count)
}

type Row = { id: string; memberId: string; amount: bigint; state: string }

/** Has operators decide what remains open, and compares the ledger with the paying channel's books. */
async function judge(
  world: World,
  before: ReadonlyMap<Player, bigint>,
): Promise<Pick<DatabaseKills, 'paid' | 'paidTwice' | 'byPeople' | 'wrong'>> {
  const payouts = Map.groupBy(await listPayouts(world), ({ reference }) => reference)
  const open = (await listRows(world)).filter(({ state }) => state === 'exception')
  for (const { id } of open) await decideForPeople(world, id, payouts.get(id)?.[0]?.id ?? null)
  const rows = await listRows(world)
  const wrong: string[] = []
  let [paid, paidTwice] = [0, 0]
  const left = new Map<string, bigint>()
  for (const { id, memberId, amount, state } of rows) {
    const times = countPaid(payouts.get(id))
    if (times > 1) paidTwice += 1
    if (times > 0) paid += 1
    if (!['paid', 'returned', 'failed'].includes(state)) wrong.push(`${id} is still ${state}`)
    if ((state === 'paid') !== (times === 1))
      wrong.push(`${id} is ${state}, and paid ${times} times`)
    left.set(memberId, (left.get(memberId) ?? 0n) + amount * BigInt(times))
  }
  for (const [player, had] of before)
    wrong.push(...(await compare(world, player, had - (left.get(player.id) ?? 0n))))
  return { paid, paidTwice, byPeople: open.length, wrong }
}

function countPaid(payouts: readonly Payout[] | undefined): number {
  return payouts?.filter(({ status }) => status === 'COMPLETED').length ?? 0
}

/** Includes those of the matrix before: each was judged there, and must still hold. */
function listRows({ stage }: World): Promise<Row[]> {
  return stage.db.query<Row>(
    'select id, member_id as "memberId", amount, state from withdrawals_withdrawal',
  )
}

async function compare(world: World, player: Player, expected: bigint): Promise<string[]> {
  const wrong: string[] = []
  const balances = await listBalances(world.stage.db, player.id)
  for (const kind of ['withdrawal', 'transfer']) {
    const held = balances.find((one) => one.kind === kind)?.money.amount ?? 0n
    if (held !== 0n) wrong.push(`${player.id}: ${held} are still held (${kind})`)
  }
  const has = await countEverything(world, player)
  if (has !== expected) wrong.push(`${player.id} has ${has} instead of ${expected}`)
  return wrong
}
