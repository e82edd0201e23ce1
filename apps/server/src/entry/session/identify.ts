import { noteIdentified } from '#core/session/identify.ts'
import { checkPassword, type PasswordDeps } from '#entry/password/change.ts'
import { forgetTries } from '#entry/password/store.ts'

/** Notes that the holder of this session knows the password; tries are those of changing it. */
export async function identify(
  deps: Pick<PasswordDeps, 'db' | 'clock' | 'hasher'>,
  { memberId, sessionKey }: { memberId: string; sessionKey: string },
  password: string,
): Promise<void> {
  await checkPassword(deps, { memberId, password })
  await deps.db.beginFor(memberId, async (tx) => {
    await noteIdentified(tx, sessionKey)
    await forgetTries(tx, memberId)
  })
}
