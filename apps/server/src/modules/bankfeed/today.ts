import { doEach } from '#core/jobs/jobs.ts'
import type { OwnAccount } from './receive.ts'
import { listAsked, type ReconcileDeps } from './reconcile.ts'

export type TodayDeps = Pick<
  ReconcileDeps,
  'clock' | 'log' | 'statements' | 'listAccounts' | 'listArrived'
> & {
  /** Puts before people what stands in our books alone; true when it was not there yet. */
  noteUnshown: (unshown: {
    key: string
    words: string
    evidence: Record<string, string>
    since: Date
  }) => Promise<boolean>
}

const minuteMs = 60_000
/** Several looks at each, so that one at which the bank was silent is no gap. */
const backMs = 3 * 60 * minuteMs
/** A statement may show later what was told at once. */
const shownWithinMs = 15 * minuteMs

/**
 * A signature is worth as much as its secret, and a match by hand as much as the word of whoever made it: what stands in the books as
 * arrived and not in the bank's own statement a quarter of an hour later is for people now, not when the whole day is compared. Moves nothing.
 */
export async function lookAtToday(deps: TodayDeps): Promise<void> {
  await doEach(await listAsked(deps), (own) => lookAt(deps, own), {
    log: deps.log,
    failed: 'what came today could not be compared with the bank',
    subjectOf: ({ party }) => ({ party }),
  })
}

async function lookAt(deps: TodayDeps, own: OwnAccount): Promise<void> {
  const { clock, log, statements } = deps
  const now = clock.now().getTime()
  const ours = await deps.listArrived(own, {
    from: new Date(now - backMs),
    to: new Date(now - shownWithinMs),
  })
  if (ours.length === 0) return
  // What the bank counts to a minute earlier or later is there all the same.
  const read = await statements?.readStatement({
    bank: own.bankCode,
    accountNo: own.bankAccountNo,
    from: new Date(now - backMs - shownWithinMs),
    to: new Date(now),
  })
  if (read?.outcome !== 'events') return
  const shown = new Set(read.events.map(({ reference }) => reference))
  // What the bank itself does not name cannot be missed by its name.
  const unnamed = new Set(read.events.flatMap((one) => (one.reference ? [] : [one.money.amount])))
  for (const { id, amount, references } of ours) {
    if (references.some((name) => shown.has(name)) || unnamed.has(amount)) continue
    const isNew = await deps.noteUnshown({
      key: id,
      words: `deposit ${id} at ${own.party} is not in the bank's statement`,
      evidence: { deposit: id, party: own.party, references: references.join(' ') },
      since: clock.now(),
    })
    if (isNew)
      log.error(
        { party: own.party, deposit: id },
        'the bank does not show a deposit: did somebody else sign for it?',
      )
  }
}
