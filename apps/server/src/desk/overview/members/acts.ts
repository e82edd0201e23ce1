import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import { hint } from '#core/console/hint-store.ts'
import type { Db } from '#core/db/db.ts'
import type { Sessions } from '#core/session/session.ts'
import { changeBank, type Bank } from '#records/account/change-bank.ts'
import { activateMember, deactivateMember } from '#records/account/deactivate.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { unlockLogin } from '#entry/session/unlock.ts'
import { withdrawalIsOpen } from '#money/withdrawals/read.ts'
import type { Settings } from '#settings/registry.ts'
import { insertNote, listLogins } from './member-store.ts'

export type ActDeps = {
  db: Db
  clock: Clock
  readSettings: () => Promise<Pick<Settings, 'registration.banks'>>
  endAllOf: Sessions['endAllOf']
}

export type DeskAct = { memberId: string; why: string; actor: Actor; requestId: string }

const networksMax = 50

/** The full phone, name and account, and a record of who looked. Null for an unknown member. */
export function showNumber(
  { db, clock }: Pick<ActDeps, 'db' | 'clock'>,
  { memberId, actor, requestId }: Omit<DeskAct, 'why'>,
): Promise<Pick<Member, 'username' | 'bankAccountName' | 'bankAccountNo'> | null> {
  return db.begin(async (tx) => {
    const found = await findMember(tx, memberId)
    if (!found) return null
    // Who looked at which member's numbers in full is itself worth knowing.
    const act = { at: clock.now(), actor, requestId, action: 'account.viewInFull' } as const
    await recordAudit(tx, { ...act, subject: memberId })
    return found
  })
}

export type NewNote = { memberId: string; text: string; key: string; actor: Actor }

/** Keeps a note once for a key; `other` means that the key was used for something else. */
export async function noteMember(
  { db, clock }: Pick<ActDeps, 'db' | 'clock'>,
  { memberId, text, key, actor }: NewNote,
): Promise<'kept' | 'other' | 'unknown'> {
  if (!(await findMember(db, memberId))) return 'unknown'
  const isKept = await db.begin(async (tx) => {
    await hint(tx, 'member', { memberId })
    return insertNote(tx, { memberId, text, key, by: actor, at: clock.now() })
  })
  return isKept ? 'kept' : 'other'
}

/** Forgets failed logins; moves no money. A second call changes nothing but the audit trail. */
export function unlockMember(
  { db, clock }: ActDeps,
  { memberId, why, actor, requestId }: DeskAct,
): Promise<boolean> {
  return db.begin(async (tx) => {
    const found = await findMember(tx, memberId)
    if (!found) return false
    const at = clock.now()
    const logins = await listLogins(tx, memberId, { at, limit: networksMax })
    const addresses = [...new Set(logins.map(({ address }) => address))]
    await hint(tx, 'member', { memberId })
    await unlockLogin(tx, { memberId, phone: found.phone, addresses })
    const act = { at, actor, requestId, action: 'session.unlock' } as const
    await recordAudit(tx, { ...act, subject: memberId, after: { why } })
    return true
  })
}

export function endSessions(
  { db, clock, endAllOf }: ActDeps,
  { memberId, why, actor, requestId }: DeskAct,
): Promise<boolean> {
  return db.begin(async (tx) => {
    if (!(await findMember(tx, memberId))) return false
    await hint(tx, 'member', { memberId })
    const ended = await endAllOf(tx, { memberId, why: 'operator' })
    const act = { at: clock.now(), actor, requestId, action: 'session.endAll' } as const
    await recordAudit(tx, { ...act, subject: memberId, after: { why, ended } })
    return true
  })
}

export async function setActive(
  deps: ActDeps,
  { memberId: id, isActive, ...act }: DeskAct & { isActive: boolean },
): Promise<void> {
  if (isActive) await activateMember(deps, { id, ...act })
  else await deactivateMember(deps, { id, ...act })
}

export async function setBank(
  deps: ActDeps,
  { memberId: id, given, ...act }: DeskAct & { given: Bank },
): Promise<void> {
  const readBanks = async () => (await deps.readSettings())['registration.banks']
  await changeBank({ ...deps, readBanks, withdrawalIsOpen }, { id, given, ...act })
}
