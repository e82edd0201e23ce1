import type { PasskeyAnswer } from '#core/passkeys/ceremony.ts'
import { Refused } from '#core/refused.ts'
import { noteIdentified } from '#core/session/identify.ts'
import { countShown } from '#entry/passkeys/judge.ts'
import type { Passkeys } from '#entry/passkeys/open.ts'
import { checkPassword, type PasswordDeps } from '#entry/password/change.ts'
import { forgetTries } from '#entry/password/store.ts'

export type IdentifyDeps = Pick<PasswordDeps, 'db' | 'clock' | 'hasher'> & {
  passkeys: Pick<Passkeys, 'judge'>
}

type IdentityProof = {
  password?: string | null | undefined
  passkey?: PasskeyAnswer | null | undefined
}

/** Notes that the holder of this session has a passkey of its member or knows the password; tries are those of changing it. */
export async function identify(
  deps: IdentifyDeps,
  { memberId, sessionKey }: { memberId: string; sessionKey: string },
  { password, passkey }: IdentityProof,
): Promise<void> {
  if (passkey) return identifyByPasskey(deps, { memberId, sessionKey }, passkey)
  if (!password) throw new Refused('KEY_MISSING', 'password or passkey')
  await checkPassword(deps, { memberId, password })
  await deps.db.beginFor(memberId, async (tx) => {
    await noteIdentified(tx, sessionKey)
    await forgetTries(tx, memberId)
  })
}

async function identifyByPasskey(
  { db, passkeys }: IdentifyDeps,
  { memberId, sessionKey }: { memberId: string; sessionKey: string },
  answer: PasskeyAnswer,
): Promise<void> {
  const shown = await passkeys.judge(answer)
  if (shown?.passkey.owner !== memberId) throw new Refused('PASSKEY_REFUSED')
  const isCounted = await db.beginFor(memberId, async (tx) => {
    const counts = await countShown(tx, shown)
    if (counts) await noteIdentified(tx, sessionKey)
    return counts
  })
  if (!isCounted) throw new Refused('PASSKEY_REFUSED')
}
