import type { AuditAction } from '@kapao/contract/console/actions'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Sessions } from '#core/session/session.ts'
import { lockAccount, setDeactivated, type Member } from './store.ts'

export type DeactivateDeps = {
  db: Db
  clock: Clock
  endAllOf: Sessions['endAllOf']
}

export type MemberAct = { id: string; actor: Actor; requestId: string }

const whyCharactersMax = 500

/** Locks a member out: no login, no call, and every open session ends at the same moment. */
export async function deactivateMember(
  { db, clock, endAllOf }: DeactivateDeps,
  { why: typed, ...act }: MemberAct & { why: string },
): Promise<{ sessionsEnded: number }> {
  const why = typed.trim()
  if (why === '' || why.length > whyCharactersMax)
    throw new OperatorRefused(`Say why in 1 to ${whyCharactersMax} characters.`)
  return db.beginFor(idOf(act), async (tx) => {
    const member = await loadForChange(tx, act)
    if (member.deactivatedAt)
      throw new OperatorRefused(`${member.id} is deactivated already: ${member.deactivatedWhy}`)
    const at = clock.now()
    await setDeactivated(tx, { id: member.id, at, why })
    const sessionsEnded = await endAllOf(tx, { memberId: member.id, why: 'deactivated' })
    await recordAct(tx, act, { at, member, action: 'account.deactivate', after: why })
    return { sessionsEnded }
  })
}

/** Allows the member to log in again; ended sessions stay ended. */
export function activateMember(
  { db, clock }: Pick<DeactivateDeps, 'db' | 'clock'>,
  act: MemberAct,
): Promise<void> {
  return db.beginFor(idOf(act), async (tx) => {
    const member = await loadForChange(tx, act)
    if (!member.deactivatedAt) throw new OperatorRefused(`${member.id} is active already.`)
    await setDeactivated(tx, { id: member.id, at: null, why: null })
    await recordAct(tx, act, { at: clock.now(), member, action: 'account.activate', after: null })
  })
}

function idOf({ id }: Pick<MemberAct, 'id'>): string {
  return id.trim().toUpperCase()
}

async function loadForChange(tx: Tx, act: Pick<MemberAct, 'id'>): Promise<Member> {
  const member = await lockAccount(tx, idOf(act))
  if (!member) throw new OperatorRefused(`There is no member ${act.id}.`)
  return member
}

type Change = {
  at: Date
  member: Member
  action: AuditAction & `account.${string}`
  after: string | null
}

function recordAct(tx: Tx, act: MemberAct, { at, member, action, after }: Change): Promise<void> {
  return recordAudit(tx, {
    at,
    actor: act.actor,
    requestId: act.requestId,
    action,
    subject: member.id,
    before: { deactivatedWhy: member.deactivatedWhy },
    after: { deactivatedWhy: after },
  })
}
