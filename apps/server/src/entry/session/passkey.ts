import type { PasskeyAnswer } from '#core/passkeys/ceremony.ts'
import { Refused } from '#core/refused.ts'
import { startSession } from '#core/session/session.ts'
import { lockCredential } from '#records/account/store.ts'
import { countShown } from '#entry/passkeys/judge.ts'
import type { Passkeys } from '#entry/passkeys/open.ts'
import type { LoggedIn, LoginDeps } from './login.ts'

export type PasskeyLoginDeps = Pick<LoginDeps, 'db' | 'clock' | 'ids'> & {
  passkeys: Pick<Passkeys, 'judge'>
}

/** Opens a session for the member whose passkey has answered. Whatever is wrong with it looks the same. */
export async function logInByPasskey(
  deps: PasskeyLoginDeps,
  answer: PasskeyAnswer,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<LoggedIn> {
  const shown = await deps.passkeys.judge(answer)
  if (!shown) throw new Refused('PASSKEY_REFUSED')
  const memberId = shown.passkey.owner
  const token = await deps.db.beginFor(memberId, async (tx) => {
    const now = await lockCredential(tx, memberId)
    if (!now?.isActive) throw new Refused(now ? 'INACTIVE_USER' : 'PASSKEY_REFUSED')
    if (!(await countShown(tx, shown))) return null
    return startSession(deps, tx, { memberId, address, device: userAgent })
  })
  // After the commit: a copied passkey stays removed.
  if (token === null) throw new Refused('PASSKEY_REFUSED')
  return { token, memberId }
}
