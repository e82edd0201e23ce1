import { accountBook } from '#ledger/accounts.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { openPlayers } from '#money/games/players.ts'
import type { WalletDeps } from './read.ts'
import { refreshGames, type GameRefresh, type RefreshDeps } from './refresh.ts'
import { walletRoutes } from './routes.ts'

/** What rewards and the recovery answer about a member, and the pages that are notified. */
type FromAbove = Pick<WalletDeps, 'findInviteAmount'> &
  Pick<RefreshDeps, 'notifyChanged' | 'isInDoubt' | 'endDoubt' | 'noteDifference'>

export type OpenWallet = Capability & {
  /** Queries every provider again for a member's balance; returns false where one that has had money did not answer. */
  refreshAll: (memberId: string) => Promise<boolean>
  lookAt: GameRefresh['lookAt']
  setTo: GameRefresh['setTo']
}

/** A member's balances, and the results of play. */
export function openWallet(
  context: ContextWith<
    'db' | 'reads' | 'clock' | 'ids' | 'log' | 'outside' | 'readSettings' | 'isClosed'
  >,
  above: FromAbove,
): OpenWallet {
  const { refresh, askAnew, lookAt, setTo } = refreshGames({
    ...context,
    ...above,
    accounts: accountBook(context.db),
    players: openPlayers(context),
  })
  return {
    refreshAll: askAnew,
    lookAt,
    setTo,
    registerCalls: (api) => walletRoutes(api, { ...context, ...above, refresh }),
  }
}
