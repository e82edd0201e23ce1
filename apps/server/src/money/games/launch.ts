import { autoLoginProviders } from '@kapao/contract/limits-of-parts'
import type { RefusalCode } from '@kapao/contract/refusals'
import { Refused } from '#core/refused.ts'
import { loadAccount, loadGame } from './catalogue.ts'
import { loadSignIn, type CredentialDeps } from './credentials.ts'

/** Providers with a refusal code of their own for members who have no account there. */
const strangerAt: Record<string, RefusalCode> = { areaslot: 'NOT_AREASLOT', sport: 'NOT_UFABET' }

/**
 * A link that signs the member in at a provider, once and for a short time. The name must be the caller's own (S32); a
 * password in the path is ignored, since the stored one is used.
 */
export async function autoLogin(
  deps: CredentialDeps,
  memberId: string,
  { provider, username }: { provider: string; username: string },
): Promise<{ link: string }> {
  const { game, currency } = await loadGame(deps, memberId, provider)
  const account = await loadAccount(deps, memberId, provider)
  if (account.username !== username) throw new Refused(strangerAt[provider] ?? 'SLOT_NO_ACCOUNT')
  // The page enters the sports provider with a form.
  if (!(autoLoginProviders as readonly string[]).includes(provider)) throw new Refused('NO_GAME')

  const launch = deps.findClient(game)?.launch
  if (!launch) throw new Refused('SERVICE_BUSY')
  const { password } = await loadSignIn(deps, memberId, provider)
  const launched = await launch({ username, password, owner: memberId }, currency)
  if (launched.outcome !== 'link' || !deps.mayLaunch(game, launched.link))
    throw new Refused('SERVICE_BUSY')
  return { link: launched.link }
}
