import type { Cluster } from '../start.ts'
import { control } from '../sandbox-control.ts'
import { silent, type Member } from './play.ts'

/** What members have, by place, and what the bank has paid. */
export type MemberBooks = {
  balances: Map<string, Map<string, bigint>>
  /** Of these members, each by its reference. */
  payouts: string[]
  paid: string[]
  games: Map<string, string>
}

type Payout = { reference: string; status: string; accountNo: string }

export async function readBooks({ owner }: Cluster, all: readonly Member[]): Promise<MemberBooks> {
  const balances: MemberBooks['balances'] = new Map()
  for (const { id } of all) {
    const rows = await owner.query<{ kind: string; balance: bigint }>(
      `select kind, sum(balance)::bigint as balance from ledger_account
       where owner = $1 and kind in ('wallet', 'transfer', 'game', 'withdrawal') group by kind`,
      [id],
    )
    balances.set(id, new Map(rows.map(({ kind, balance }) => [kind, balance])))
  }
  const accounts = new Set(all.map(({ account }) => account))
  const payouts = (await control<Payout[]>('GET', '/payout/payouts'))
    .filter(({ accountNo }) => accounts.has(accountNo))
    .map(({ reference }) => reference)
  const paid = await owner.query<{ id: string }>(
    `select id from withdrawals_withdrawal where state = 'paid' and member_id = any ($1)`,
    [all.map(({ id }) => id)],
  )
  return {
    balances,
    payouts,
    paid: paid.map(({ id }) => id),
    games: new Map(all.map(({ id, game }) => [id, game])),
  }
}

/**
 * As sentences, what was lost or done twice. What went into a game without a list, so many whole units, is in the wallet
 * as well until it is settled, and listed.
 */
export function compare(
  was: MemberBooks,
  is: MemberBooks,
  { listed }: { listed: number },
): string[] {
  const wrong: string[] = []
  for (const [id, before] of was.balances) {
    const now = is.balances.get(id)!
    const more = was.games.get(id) === silent ? BigInt(listed) * 100n : 0n
    for (const kind of ['wallet', 'transfer', 'game', 'withdrawal']) {
      const shift = kind === 'wallet' ? more : kind === 'game' ? -more : 0n
      const wanted = (before.get(kind) ?? 0n) + shift
      const found = now.get(kind) ?? 0n
      if (found !== wanted) wrong.push(`${id} has ${found} in ${kind}, and should have ${wanted}`)
    }
  }
  if (is.payouts.length !== was.payouts.length)
    wrong.push(`the bank had paid ${was.payouts.length}, and has now paid ${is.payouts.length}`)
  const known = new Set(is.paid)
  const lost = was.payouts.filter((reference) => !known.has(reference))
  if (lost.length > 0) wrong.push(`${lost.length} payouts are not in the books`)
  if (is.paid.length !== was.paid.length)
    wrong.push(`the books had ${was.paid.length} withdrawals as paid, and have ${is.paid.length}`)
  return wrong
}
