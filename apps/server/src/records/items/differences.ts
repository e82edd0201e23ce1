import type { ValueCode } from '@kapao/contract/console/facts'
import { textOfMoney, type Currency } from '@kapao/contract/money'
import type { Tx } from '#core/db/db.ts'
import { keepStanding } from './standing.ts'

const codeOf = {
  missing: 'not-in-books',
  extra: 'not-listed',
  amount: 'other-sum',
  duplicate: 'more-than-once',
} as const satisfies Record<string, ValueCode>

/** What our books and a list of somebody outside say differently of one matter. */
export type StandingDifference = {
  kind: keyof typeof codeOf
  reference: string
  ours: bigint | null
  theirs: bigint | null
  currency: Currency | undefined
  words: string
  /** Whose list it is, of which day, and what the reference names. */
  evidence: Record<string, unknown>
  memberId?: string | null
}

type ListComparison = { scope: string; found: StandingDifference[]; at: Date; requestId: string }

/** Keeps the items of one comparison as it is now: one for each difference, and an end for what is found no more. */
export function keepDifferences(
  tx: Tx,
  { scope, found, at, requestId }: ListComparison,
): Promise<void> {
  const items = found.map(({ kind, reference, ours, theirs, currency, ...item }) => {
    const textOf = (amount: bigint | null) =>
      amount !== null && currency ? `${textOfMoney({ amount, currency })} ${currency}` : null
    const sums = { ours: textOf(ours), theirs: textOf(theirs) }
    const evidence = { ...item.evidence, what: codeOf[kind], ...sums }
    return { ...item, name: `${kind} ${reference}`, evidence }
  })
  const by = { actor: 'system:reconcile', requestId } as const
  return keepStanding(tx, { kind: 'reconcile.difference', scope, found: items, at, ...by })
}
