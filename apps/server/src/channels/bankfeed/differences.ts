import type { Currency } from '@kapao/contract/money'
import type { Db } from '#core/db/db.ts'
import type { Difference } from '#ledger/reconcile.ts'
import type { BookedDeposit } from '#money/deposits/booked-store.ts'
import { hasDifferingReport } from '#money/deposits/report-store.ts'
import { findDeposit, type Deposit } from '#money/deposits/store.ts'
import { keepDifferences, type StandingDifference } from '#records/items/differences.ts'
import { findItemBy } from '#records/items/store.ts'
import { setReconciled, type Reconciliation } from './store.ts'
import { listOpenDeposits } from './unproven-store.ts'

type ComparedDeposit = Pick<BookedDeposit, 'id'> & Partial<Pick<BookedDeposit, 'references'>>
type ComparedDay = {
  result: Reconciliation
  booked: readonly ComparedDeposit[]
  currency: Currency
}

/** Stores a day's comparison, and keeps an item for each difference that waits nowhere else. */
export async function keepResult(db: Db, { result, booked, currency }: ComparedDay): Promise<void> {
  const { party, day, differences, checkedAt: at } = result
  const unproven = new Set((await listOpenDeposits(db, party)).map(({ id }) => id))
  const found: StandingDifference[] = []
  for (const one of differences) {
    const { kind, reference } = one
    const known = booked.find(
      ({ id, references = [] }) => references.includes(reference) || reference === `deposit:${id}`,
    )
    const deposit = known && (await findDeposit(db, known.id))
    if (deposit && (unproven.has(deposit.id) || (await waitsElsewhere(db, deposit, one)))) continue
    found.push({
      kind,
      reference,
      currency,
      ours: 'ours' in one ? one.ours : null,
      theirs: 'theirs' in one ? one.theirs : null,
      words: `bank ${party} on ${day}: ${kind} ${reference}`,
      evidence: { party, day, ...(deposit ? { deposit: deposit.id } : { reference }) },
      memberId: deposit?.memberId ?? null,
    })
  }
  await db.begin(async (tx) => {
    await setReconciled(tx, result)
    await keepDifferences(tx, { scope: `bank:${party}:${day}`, found, at, requestId: 'bankfeed' })
  })
}

/** As a deposit without an owner, as one that the bank did not show within the hour, or as a report of another sum. */
async function waitsElsewhere(
  db: Db,
  { id, state }: Deposit,
  { kind }: Difference,
): Promise<boolean> {
  if (state === 'suspended') return true
  if (kind === 'amount') return hasDifferingReport(db, id)
  return kind === 'extra' && (await findItemBy(db, 'bankfeed.unshown', id)) !== null
}
