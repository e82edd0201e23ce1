import { minuteMs } from '@kapao/contract/times'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import type { Sessions } from '#core/session/session.ts'
import { noteNotice } from '#records/notices/store.ts'
import { findMember, lockCredential, setPasswordHash } from '#records/account/store.ts'
import type { OpenGames } from '#money/games/open.ts'
import { markDue } from '#money/games/renewal-store.ts'
import type { Hasher } from './hasher.ts'
import { findPasswordProblem } from './rule.ts'
import { countTry, forgetTries } from './store.ts'

export type PasswordDeps = {
  db: Db
  clock: Clock
  hasher: Hasher
  readBrand: () => Promise<string>
  sessions: Pick<Sessions, 'endAllOf'>
  games: Pick<OpenGames, 'renewPasswords'>
  /** Notifies the member's open pages. */
  notifyChanged: (memberId: string) => void
}

export type Change = {
  memberId: string
  sessionKey: string
  requestId: string
  oldPassword: string
  newPassword: string
}

const triesMax = 5
const windowMs = 15 * minuteMs

/** Sets a new password for a caller who knows the old one, and ends all other sessions at the same moment. */
export async function changePassword(deps: PasswordDeps, change: Change): Promise<void> {
  const { db, clock, hasher } = deps
  const { memberId, oldPassword, newPassword } = change
  const member = await findMember(db, memberId)
  if (!member) throw new Refused('WRONG_PASSWORD')
  checkNewPassword(newPassword, { phone: member.username, brand: await deps.readBrand() })

  const was = await checkPassword(deps, { memberId, password: oldPassword })
  const now = await hasher.hash(newPassword, { known: memberId })
  await db.beginFor(memberId, async (tx) => {
    // A concurrent change wins; this call's old password is no longer valid.
    if (!(await setPasswordHash(tx, { id: memberId, was, now })))
      throw new Refused('WRONG_PASSWORD')
    await deps.sessions.endAllOf(tx, { memberId, why: 'password', exceptKey: change.sessionKey })
    await markDue(tx, { memberId, at: clock.now() })
    await forgetTries(tx, memberId)
    await recordAudit(tx, {
      at: clock.now(),
      actor: `member:${memberId}`,
      requestId: change.requestId,
      action: 'password.change',
      subject: memberId,
    })
    const key = `${clock.now().getTime()} ${change.requestId}`
    await noteNotice(tx, { memberId, kind: 'password.changed', key })
  })
  deps.games.renewPasswords(memberId)
  deps.notifyChanged(memberId)
}

export function checkNewPassword(
  password: string,
  about: { phone: string | null; brand: string },
): void {
  const problem = findPasswordProblem(password, about)
  if (problem) throw new Refused('KEY_INVALID', problem)
}

/**
 * Answers the hash that a member's password has met. A try is counted before it is checked, so that of many concurrent
 * guesses no more than five are tried.
 */
export async function checkPassword(
  { db, clock, hasher }: Pick<PasswordDeps, 'db' | 'clock' | 'hasher'>,
  { memberId, password }: { memberId: string; password: string },
): Promise<string> {
  const at = clock.now()
  const windowFrom = new Date(at.getTime() - windowMs)
  const tries = await countTry(db.inLine(memberId), { memberId, at, windowFrom })
  if (tries > triesMax) throw new Refused('REQUEST_LIMIT')
  const credential = await db.beginFor(memberId, (tx) => lockCredential(tx, memberId))
  if (!credential || !(await hasher.verify(credential.passwordHash, password, { known: memberId })))
    throw new Refused('WRONG_PASSWORD')
  return credential.passwordHash
}
