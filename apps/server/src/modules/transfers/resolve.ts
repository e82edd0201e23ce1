import { recordAudit, type Actor } from '#core/audit.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import { OperatorRefused } from '#core/refuse.ts'
import { updateEndings } from './begin-end-store.ts'
import { lockTransfer, type Transfer } from './store.ts'

export type Decision = {
  id: string
  /** True: it happened at the provider, so it is settled. False: it did not, so the money goes back. */
  done: boolean
  why: string
  actor: Actor
  requestId: string
}

/**
 * Ends a transfer of the exceptions list as a person has found out at the provider: settles it or returns it, once, and
 * remembers who said so and why. The second half of one between two games stays in the wallet.
 */
export function resolveTransfer(
  { db, clock }: { db: Db; clock: Clock },
  { id, done, why, actor, requestId }: Decision,
): Promise<Transfer> {
  return db.begin(async (tx) => {
    const before = await lockTransfer(tx, id)
    if (!before?.game) throw new OperatorRefused(`There is no transfer ${id}.`)
    if (before.state !== 'exception')
      throw new OperatorRefused(`Transfer ${id} is ${before.state}, not on the exceptions list.`)
    const at = clock.now()
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'transfers.resolve',
      subject: id,
      before: { state: before.state, why: before.why },
      after: { state: done ? 'done' : 'returned', why },
    })
    const ending = { id, memberId: before.memberId, done, why }
    const [status] = await updateEndings(tx, [ending], { at, skipBusy: false })
    if (status !== 0) throw new OperatorRefused(`Transfer ${id} could not be ended (${status}).`)
    return before
  })
}
