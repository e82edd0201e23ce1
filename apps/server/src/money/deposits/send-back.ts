import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Deposit } from './store.ts'
import { setSent } from './send-back-store.ts'

type SendBackDeps = { db: Db; clock: Clock }

/** Refused as one transfer that was reported twice: it came once, and there is nothing to send. */
export function isRepeat({ why }: Pick<Deposit, 'why'>): boolean {
  return why === 'alike' || why === 'repeated'
}

/** From when its refusal is carried out until somebody has made the transfer. */
export function isToSend(deposit: Deposit): boolean {
  const { state, sentAt } = deposit
  return state === 'returned' && sentAt === null && !isRepeat(deposit)
}

/** Marks refused money as sent back by hand, once; it was booked out before, and nothing is booked by this. */
export function markSent(
  deps: SendBackDeps,
  { id, reference, ...by }: AuditContext & { id: string; reference: string },
): Promise<void> {
  return mark(deps, { id, reference, ...by, action: 'deposits.sent', after: { reference } })
}

/** Marks that there is nothing to send, because the money never came. */
export function markNothing(
  deps: SendBackDeps,
  { id, note, ...by }: AuditContext & { id: string; note: string },
): Promise<void> {
  return mark(deps, {
    id,
    reference: null,
    ...by,
    action: 'deposits.nothing',
    after: { why: note },
  })
}

type Mark = AuditContext & {
  id: string
  reference: string | null
  action: 'deposits.sent' | 'deposits.nothing'
  after: object
}

function mark({ db, clock }: SendBackDeps, { reference, ...act }: Mark): Promise<void> {
  const { id, actor: by } = act
  const at = clock.now()
  return db.begin(async (tx) => {
    if (!(await setSent(tx, { id, by, reference, at })))
      throw new OperatorRefused(
        `Deposit ${id} is not to be sent back any more; nothing was changed.`,
        'ended-otherwise',
      )
    const { actor, requestId, action, after } = act
    await recordAudit(tx, { at, actor, requestId, action, subject: id, after })
  })
}
