import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { send, type Answer } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { makeOld } from '../../../apps/server/src/testing/worlds/member-world.ts'
import { addPlayer, type Player } from '../../bench/transfers/world.ts'
import { sleep } from '../../../tools/postgres/processes.ts'
import { control } from '../sandbox-control.ts'
import { membersUrl, type Cluster } from '../start.ts'

/** Half of them at a provider that lists transfers, half at one that does not. */
export const listing = 'betflix'
export const silent = 'pg'
export type Member = Player & { account: string; game: typeof listing | typeof silent }

export const members = 10
export const rounds = 5
/** Moves of a round: three into the game, and one back. */
const moves = [true, true, true, false]
const perMove = 20
export const leftInGame = rounds * 2 * perMove
const openingSatang = 300_000n
const patienceMs = 60_000

export async function addMembers(cluster: Cluster): Promise<Member[]> {
  const { owner } = cluster
  const world = { stage: { db: owner }, clock: systemClock, address: membersUrl(0) }
  const all: Member[] = []
  for (let at = 0; at < members; at += 1) {
    const game = at % 2 === 0 ? listing : silent
    const player = await addPlayer(world, openingSatang, [game])
    await makeOld({ database: { ownerDb: owner } }, player.id)
    const [row] = await owner.query<{ account: string }>(
      'select bank_account_no as account from account_member where id = $1',
      [player.id],
    )
    all.push({ ...player, game, account: row!.account })
  }
  return all
}

/** A deposit, four transfers and a withdrawal of each member, each to its end. */
export async function playRound(
  cluster: Cluster,
  all: readonly Member[],
  round: number,
): Promise<void> {
  for (const [at, { account }] of all.entries())
    await control('POST', '/bank/pay', {
      fromAccount: account,
      fromName: 'SOMCHAI JAIDEE',
      amount: `${100 + round}.${10 + at}`,
    })
  await until(async () => (await countDeposits(cluster, all)) === (round + 1) * all.length)
  for (const member of all)
    for (const isIn of moves) {
      const [from, to] = isIn ? ['wallet', member.game] : [member.game, 'wallet']
      await change(member, 'transfer', { from, to, amount: perMove })
    }
  for (const member of all) await change(member, 'withdraw', { amount: 100 })
  await until(async () => (await countPaid(cluster, all)) === (round + 1) * all.length)
}

async function change(member: Member, what: string, body: object): Promise<void> {
  const { status, text } = await ask(member, what, body)
  if (status !== 200) throw new Error(`${what}: ${status} ${text}`)
}

export function ask({ token }: Player, what: string, body: object): Promise<Answer> {
  const headers = { 'idempotency-key': systemIds.key() }
  return send(membersUrl(1), `POST /api/wallet/${what}`, { token, body, headers })
}

async function countDeposits({ owner }: Cluster, all: readonly Member[]): Promise<number> {
  const [row] = await owner.query<{ count: bigint }>(
    `select count(*) as count from deposits_deposit where member_id = any ($1) and state = 'credited'`,
    [all.map(({ id }) => id)],
  )
  return Number(row!.count)
}

async function countPaid({ owner }: Cluster, all: readonly Member[]): Promise<number> {
  const [row] = await owner.query<{ count: bigint }>(
    `select count(*) as count from withdrawals_withdrawal where member_id = any ($1) and state = 'paid'`,
    [all.map(({ id }) => id)],
  )
  return Number(row!.count)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('what was played does not end')
    await sleep(300)
  }
}
