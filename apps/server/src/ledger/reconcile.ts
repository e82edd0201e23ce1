import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

/** One movement of money as either side lists it: the other side's reference and the amount in smallest units. */
export type MovementEntry = { reference: string; amount: bigint }

export type Difference =
  | { kind: 'missing'; reference: string; theirs: bigint }
  | { kind: 'extra'; reference: string; ours: bigint }
  | { kind: 'amount'; reference: string; ours: bigint; theirs: bigint }
  | { kind: 'duplicate'; reference: string; side: 'ours' | 'theirs'; times: number }

/**
 * Compares our bookings with the report of a bank, gateway or provider, and classifies every difference: `missing`
 * here, `extra` here, another `amount`, or listed more than once. Equal lists give an empty result.
 */
export function compareLines(
  ours: readonly MovementEntry[],
  theirs: readonly MovementEntry[],
): Difference[] {
  const mine = Map.groupBy(ours, ({ reference }) => reference)
  const reported = Map.groupBy(theirs, ({ reference }) => reference)
  const differences: Difference[] = []
  for (const reference of new Set([...mine.keys(), ...reported.keys()])) {
    const our = mine.get(reference)
    const their = reported.get(reference)
    if (our && our.length > 1)
      differences.push({ kind: 'duplicate', reference, side: 'ours', times: our.length })
    if (their && their.length > 1)
      differences.push({ kind: 'duplicate', reference, side: 'theirs', times: their.length })
    if (!our) differences.push({ kind: 'missing', reference, theirs: their![0]!.amount })
    else if (!their) differences.push({ kind: 'extra', reference, ours: our[0]!.amount })
    else if (our[0]!.amount !== their[0]!.amount)
      differences.push({
        kind: 'amount',
        reference,
        ours: our[0]!.amount,
        theirs: their[0]!.amount,
      })
  }
  return differences
}

export type TrialLine = {
  side: 'members' | 'house'
  kind: string
  currency: Currency
  amount: bigint
}

/** I35: the money owed to members and the total of each house account kind; every currency sums to zero. */
export function readTrialBalance(on: Queryable): Promise<TrialLine[]> {
  return on.query<TrialLine>(
    `select case when owner is null then 'house' else 'members' end as side, kind, currency, sum(balance)::bigint as amount
     from ledger_account group by 1, 2, 3 having sum(balance) <> 0 order by currency, side, kind`,
  )
}
