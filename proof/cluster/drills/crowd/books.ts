import { ledgerChecks } from '../../../../apps/server/src/desk/watch/ledger.ts'
import { verifyLedger } from '../../../../apps/server/src/ledger/verify.ts'
import type { Player } from '../../../bench/transfers/world.ts'
import { control } from '../../sandbox-control.ts'
import type { Cluster } from '../../start.ts'
import { sleep } from '../../../../tools/postgres/processes.ts'
import { games, openingSatang, type KnownOutcome } from './members.ts'

export type Books = { lost: number; doubled: number; wrong: string[] }

const quietWithinMs = 90_000

/** Holds what members were answered against the books, and the books against the providers and the bank outside. */
export async function compareBooks(
  cluster: Cluster,
  players: readonly Player[],
  journal: readonly KnownOutcome[],
): Promise<Books> {
  await waitUntilQuiet(cluster)
  const wrong: string[] = []
  const { doubled, missing } = await comparePayouts(cluster, players, wrong)
  const lost = (await countLost(cluster, journal)) + missing
  await compareMembers(cluster, players, wrong)
  const { violations } = await verifyLedger(cluster.owner, { full: true, checks: ledgerChecks })
  wrong.push(...violations.map((one) => `verify: ${JSON.stringify(one)}`))
  return { lost, doubled, wrong }
}

/** Workers end what is open; what stays open is for people, and none should be. */
async function waitUntilQuiet({ owner }: Cluster): Promise<void> {
  const end = Date.now() + quietWithinMs
  for (;;) {
    const [row] = await owner.query<{ open: bigint }>(
      `select (select count(*) from transfers_transfer where state in ('held', 'sent', 'unknown'))
            + (select count(*) from withdrawals_withdrawal
               where state in ('sweeping', 'approved', 'rejected', 'sent', 'unknown')) as open`,
    )
    if (row!.open === 0n || Date.now() > end) return
    await sleep(500)
  }
}

async function countLost({ owner }: Cluster, journal: readonly KnownOutcome[]): Promise<number> {
  let lost = journal.filter(({ status }) => status === 0).length
  for (const [what, table, states] of [
    ['transfer', 'transfers_transfer', ['done']],
    ['withdrawal', 'withdrawals_withdrawal', ['held', 'approved', 'sent', 'unknown', 'paid']],
  ] as const) {
    const keys = journal
      .filter((one) => one.what === what && one.status === 200)
      .map(({ key }) => key)
    const [row] = await owner.query<{ found: bigint }>(
      `select count(*) as found from ${table} where key = any ($1) and state = any ($2)`,
      [keys, states],
    )
    lost += keys.length - Number(row!.found)
  }
  return lost
}

type Payout = { reference: string; status: string }

/** Payouts of the bank that are no paid withdrawal here were paid twice or without a withdrawal; the other way round they are lost. */
async function comparePayouts(
  { owner }: Cluster,
  players: readonly Player[],
  wrong: string[],
): Promise<{ doubled: number; missing: number }> {
  const outside = (await control<Payout[]>('GET', '/payout/payouts'))
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ reference }) => reference)
  const here = await owner.query<{ id: string }>(
    `select id from withdrawals_withdrawal where state = 'paid' and member_id = any ($1)`,
    [players.map(({ id }) => id)],
  )
  const unclaimed = new Map(outside.map((reference) => [reference, 0]))
  for (const reference of outside) unclaimed.set(reference, unclaimed.get(reference)! + 1)
  let missing = 0
  for (const { id } of here) {
    const count = unclaimed.get(id) ?? 0
    if (count === 0) missing += 1
    unclaimed.set(id, count - 1)
  }
  const doubled = [...unclaimed.values()].reduce((sum, count) => sum + Math.max(count, 0), 0)
  if (doubled > 0) wrong.push(`${doubled} payouts of the bank are no paid withdrawal here`)
  if (missing > 0) wrong.push(`${missing} paid withdrawals are no payout of the bank`)
  return { doubled, missing }
}

/** What a member began with is what they have now, in the wallet, in games, on the way, or paid out. */
async function compareMembers(
  { owner }: Cluster,
  players: readonly Player[],
  wrong: string[],
): Promise<void> {
  const theirs = new Map<string, bigint>()
  for (const game of games)
    for (const { username, balance } of await control<{ username: string; balance: string }[]>(
      'GET',
      `/games/${game}/accounts`,
    ))
      theirs.set(`${game} ${username}`, BigInt(balance.replace('.', '')))
  for (const player of players) {
    const rows = await owner.query<{ kind: string; party: string; balance: bigint }>(
      'select kind, party, balance from ledger_account where owner = $1',
      [player.id],
    )
    const [gone] = await owner.query<{ satang: bigint }>(
      `select coalesce(sum(amount), 0)::bigint as satang from withdrawals_withdrawal
       where member_id = $1 and state = 'paid'`,
      [player.id],
    )
    const inBooks = rows
      .filter(({ kind }) => ['wallet', 'transfer', 'game', 'withdrawal'].includes(kind))
      .reduce((sum, { balance }) => sum + balance, 0n)
    if (inBooks + gone!.satang !== openingSatang)
      wrong.push(`${player.id} has ${inBooks} and was paid ${gone!.satang} of ${openingSatang}`)
    for (const { kind, party, balance } of rows) {
      if (kind !== 'game' || !player.names.has(party)) continue
      const outside = theirs.get(`${party} ${player.names.get(party)}`)
      if (outside !== balance)
        wrong.push(`${player.id} at ${party}: ${balance} here, ${outside} there`)
    }
  }
}
