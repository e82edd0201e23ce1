import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { Refused } from '#core/refused.ts'
import { shareRuns } from '#core/lines/share-runs.ts'
import type { GameClient } from '#outside/games/client.ts'
import { newPassword, type ActivateDeps } from './activate.ts'
import { loadAccount, loadGame, type GameCaller, type GamesDeps } from './catalogue.ts'
import type { PasswordBox } from './password-box.ts'
import { findAccount, setPasswordBox } from './store.ts'
import {
  claimAsked,
  claimDue,
  dropRenewal,
  endRenewal,
  forgetRenewal,
  isDue,
  listDueOf,
  markDue,
  postponeRenewal,
  type GameAccountKey,
  type Renewal,
} from './renewal-store.ts'

export type RenewDeps = Pick<
  ActivateDeps,
  'db' | 'clock' | 'ids' | 'box' | 'readGames' | 'findClient' | 'failpoint'
>

type Credentials = { username: string; password: string }

export type Renewals = {
  /** A new password for a member who asks for one. */
  ask: (deps: GamesDeps, caller: GameCaller, code: string) => Promise<Credentials>
  /** Replaces the password if it must be; false while the stored one is not valid. */
  renewDue: (place: GameAccountKey) => Promise<boolean>
  /** Replaces every password of a member that must be, as far as the providers answer now. */
  renewAllOf: (memberId: string) => Promise<void>
}

/** Longer than one call to a provider with its queue; after a death another process waits this long. */
const heldMs = 30_000

/**
 * Replaces members' passwords at providers. A replacement has a row from before the provider is asked until its answer
 * is stored, and one process at a time holds that row, so the stored password is the provider's whenever there is no
 * row. Concurrent replacements in this process share one.
 */
export function openRenewing(deps: RenewDeps): Renewals {
  const share = shareRuns<Credentials | null>()
  const renewDue = async (place: GameAccountKey): Promise<boolean> => {
    if (!(await isDue(deps.db, place))) return true
    const game = (await deps.readGames()).find(({ code }) => code === place.game)
    const client = game ? deps.findClient(game) : null
    // The provider signs members in by our own account, so what it stores here opens nothing.
    if (client && !client.setPassword) {
      await dropRenewal(deps.db, place)
      return true
    }
    const by = { actor: 'system:games', requestId: 'games.renew' } as const
    const renew = () => replace(deps, { place, by, client, isAsked: false })
    return (await share(keyOf(place), renew)) !== null && !(await isDue(deps.db, place))
  }
  return {
    renewDue,
    renewAllOf: async (memberId) => {
      const due = await listDueOf(deps.db, memberId)
      await Promise.all(due.map(renewDue))
    },
    ask: async (games, { memberId, requestId }, code) => {
      const { game } = await loadGame(games, memberId, code)
      await loadAccount(games, memberId, code)
      const client = deps.findClient(game)
      if (!client?.setPassword || !deps.box) throw new Refused('SLOT_RESET_PASSWORD_FAIL')
      const place = { memberId, game: code }
      const by = { actor: `member:${memberId}`, requestId } as const
      const renew = () => replace(deps, { place, by, client, isAsked: true })
      const renewed = await share(keyOf(place), renew)
      if (!renewed) throw new Refused('SLOT_RESET_PASSWORD_FAIL')
      return renewed
    },
  }
}

function keyOf({ memberId, game }: GameAccountKey): string {
  return `${memberId} ${game}`
}

type Replacement = {
  place: GameAccountKey
  by: AuditContext
  /** Null while the provider is not set up. */
  client: GameClient | null
  /** Whether the member asks for it; else it is replaced only if it must be. */
  isAsked: boolean
}

/** Null when it was not replaced, or that is not known; then it is tried again later. */
async function replace(
  deps: RenewDeps,
  { place, by, client, isAsked }: Replacement,
): Promise<Credentials | null> {
  const { db, clock, ids, box } = deps
  const at = clock.now()
  const claim = { ...place, at, heldUntil: new Date(at.getTime() + heldMs) }
  const renewal = await (isAsked ? claimAsked : claimDue)(db, claim)
  if (!renewal) return null
  await deps.failpoint('game-password.claimed')
  const account = await findAccount(db, place.memberId, place.game)
  if (!account || !client?.setPassword || !box) {
    await postponeRenewal(db, renewal, at)
    return null
  }
  const { username } = account
  const password = newPassword(ids.secret())
  const set = await client.setPassword({ username, password, owner: place.memberId })
  await deps.failpoint('game-password.answered')
  if (set.outcome === 'done') {
    const isStored = await settle(deps, { renewal, by, passwordBox: box.close(password, place) })
    return isStored ? { username, password } : null
  }
  const isKept = isAsked && set.outcome !== 'unknown' && (await forgetRenewal(db, renewal))
  if (!isKept) await postponeRenewal(db, renewal, clock.now())
  return null
}

type RenewedAccount = Pick<Replacement, 'by'> & {
  renewal: Renewal
  passwordBox: ReturnType<PasswordBox['close']>
}

async function settle(
  { db, clock }: RenewDeps,
  { renewal, by, passwordBox }: RenewedAccount,
): Promise<boolean> {
  const { memberId, game } = renewal
  const at = clock.now()
  return db.begin(async (tx) => {
    // Too late: another process has asked the provider since, and which came last there is not known.
    if (!(await endRenewal(tx, renewal, at))) {
      await markDue(tx, { memberId, game, at })
      return false
    }
    await setPasswordBox(tx, memberId, { game, passwordBox })
    await recordAudit(tx, {
      at,
      ...by,
      action: 'games.resetPassword',
      subject: memberId,
      after: { game },
    })
    return true
  })
}
