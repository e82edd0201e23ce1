import { recordAudit } from '#core/audit/audit-store.ts'
import { Refused } from '#core/calls/refuse.ts'
import { shareRuns } from '#core/share-runs.ts'
import { newPassword } from './activate.ts'
import { loadAccount, loadGame, type Asking, type GamesDeps } from './catalogue.ts'
import { setPasswordBox } from './store.ts'

export async function readCredentials(
  deps: GamesDeps,
  memberId: string,
  code: string,
): Promise<{ username: string; password: string; event: string }> {
  const { game } = await loadGame(deps, memberId, code)
  const { username, passwordBox } = await loadAccount(deps, memberId, code)
  const password = requireBox(deps).open(passwordBox, { memberId, game: code })
  return { username, password, event: game.event }
}

type Reset = { username: string; password: string }

/** One reset at a time per member and provider: concurrent calls share the first one's new password. */
export function openResetting(deps: GamesDeps): (caller: Asking, code: string) => Promise<Reset> {
  const share = shareRuns<Reset>()
  return (caller, code) =>
    share(`${caller.memberId} ${code}`, () => resetPassword(deps, caller, code))
}

/**
 * Sets a new password for the member at the provider. It is stored only after the provider has confirmed it; after a
 * lost answer the old one is shown, and another reset makes both sides agree again.
 */
async function resetPassword(
  deps: GamesDeps,
  { memberId, requestId }: Asking,
  code: string,
): Promise<Reset> {
  const { game } = await loadGame(deps, memberId, code)
  const { username } = await loadAccount(deps, memberId, code)
  const setAtProvider = deps.findClient(game)?.setPassword
  if (!setAtProvider || !deps.box) throw new Refused('SLOT_RESET_PASSWORD_FAIL')
  const password = newPassword(deps.ids.secret())
  const set = await setAtProvider({ username, password, owner: memberId })
  if (set.outcome !== 'done') throw new Refused('SLOT_RESET_PASSWORD_FAIL')

  const passwordBox = deps.box.close(password, { memberId, game: code })
  await deps.db.begin(async (tx) => {
    await setPasswordBox(tx, memberId, { game: code, passwordBox })
    await recordAudit(tx, {
      at: deps.clock.now(),
      actor: `member:${memberId}`,
      requestId,
      action: 'games.resetPassword',
      subject: memberId,
      after: { game: code },
    })
  })
  return { username, password }
}

export function requireBox({ box }: GamesDeps): NonNullable<GamesDeps['box']> {
  if (!box) throw new Refused('SERVICE_BUSY')
  return box
}
