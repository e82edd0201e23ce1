import { minuteMs } from '@kapao/contract/times'
import { doEach } from '#core/jobs/jobs.ts'
import type { OwnAccount } from './own-accounts.ts'
import { listArrived } from '#money/deposits/booked-store.ts'
import { noteItem } from '#records/items/store.ts'
import { atHouse, listAsked, type ReconcileDeps } from './reconcile.ts'
import { listOpenDeposits } from './unproven-store.ts'

/** Covers several runs, so that one run in which the bank was silent leaves no gap. */
const backMs = 3 * 60 * minuteMs
/** A statement may show a transfer later than its message arrives. */
const shownWithinMs = 15 * minuteMs

/**
 * A signature is only as trustworthy as its secret, and a match by hand as the operator who made it: a deposit that
 * is booked as arrived and not in the bank's statement a quarter of an hour later becomes an item now, not when the
 * whole day is compared. Moves nothing.
 */
export async function checkToday(deps: ReconcileDeps): Promise<void> {
  await doEach(await listAsked(deps), (own) => lookAt(deps, own), {
    log: deps.log,
    failed: 'the deposits of today could not be compared with the bank',
    subjectOf: ({ party }) => ({ party }),
  })
}

async function lookAt(deps: ReconcileDeps, own: OwnAccount): Promise<void> {
  const { clock, log, statements } = deps
  const now = clock.now().getTime()
  const time = { from: new Date(now - backMs), to: new Date(now - shownWithinMs) }
  const ours = await listArrived(deps.db, await atHouse(deps, own, time))
  if (ours.length === 0) return
  // The bank may date a transfer a minute earlier or later.
  const read = await statements?.readStatement({
    bank: own.bankCode,
    accountNo: own.bankAccountNo,
    from: new Date(now - backMs - shownWithinMs),
    to: new Date(now),
  })
  if (read?.outcome !== 'events') return
  const shown = new Set(read.events.map(({ reference }) => reference))
  // A line without a reference may be any deposit of its amount.
  const unnamed = new Set(read.events.flatMap((one) => (one.reference ? [] : [one.money.amount])))
  const waiting = new Set((await listOpenDeposits(deps.db, own.party)).map(({ id }) => id))
  for (const { id, memberId, amount, references } of ours) {
    if (references.some((name) => shown.has(name)) || unnamed.has(amount)) continue
    const isNew = await noteItem(deps.db, {
      kind: 'bankfeed.unshown',
      key: id,
      words: `deposit ${id} at ${own.party} is not in the bank's statement`,
      evidence: { deposit: id, party: own.party, references: references.join(' ') },
      memberId,
      waitsAs: waiting.has(id) || memberId === null ? 'deposit' : null,
      since: clock.now(),
    })
    if (isNew)
      log.error(
        { party: own.party, deposit: id },
        'the bank does not show a deposit: the signing secret may have leaked',
      )
  }
}
