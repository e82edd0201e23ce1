import { Refused } from '#core/refused.ts'
import { loadAccount, loadGame, type GamesDeps } from './catalogue.ts'
import type { Renewals } from './renew.ts'

export type CredentialDeps = GamesDeps & { renewing: Renewals }

export async function readCredentials(
  deps: CredentialDeps,
  memberId: string,
  code: string,
): Promise<{ username: string; password: string; event: string }> {
  const { game } = await loadGame(deps, memberId, code)
  const signIn = await loadSignIn(deps, memberId, code)
  return { ...signIn, event: game.event }
}

/** The member's name and valid password at a provider; one that must be replaced is replaced first. */
export async function loadSignIn(
  deps: CredentialDeps,
  memberId: string,
  code: string,
): Promise<{ username: string; password: string }> {
  const place = { memberId, game: code }
  await loadAccount(deps, memberId, code)
  if (!(await deps.renewing.renewDue(place))) throw new Refused('SERVICE_BUSY')
  const { username, passwordBox } = await loadAccount(deps, memberId, code)
  if (!deps.box) throw new Refused('SERVICE_BUSY')
  return { username, password: deps.box.open(passwordBox, place) }
}
