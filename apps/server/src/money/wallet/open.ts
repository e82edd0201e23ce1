import { accountBook } from '#ledger/accounts.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { WalletDeps } from './read.ts'
import { refreshGames, type GameRefresh, type RefreshDeps } from './refresh.ts'
import { walletRoutes } from './routes.ts'

type Uses = Pick<WalletDeps, 'readGames' | 'findInviteAmount'> &
  Pick<RefreshDeps, 'askBalance' | 'notifyChanged' | 'isInDoubt' | 'endDoubt' | 'noteDifference'>

export type OpenWallet = Capability & {
  /** Queries every provider again for a member's balance; returns false where one that has had money did not answer. */
  refreshAll: (memberId: string) => Promise<boolean>
  lookAt: GameRefresh['lookAt']
  setTo: GameRefresh['setTo']
}

/** A member's balances, and the results of play. */
export function openWallet(
  context: ContextWith<'db' | 'reads' | 'clock' | 'ids' | 'log' | 'readSettings' | 'isClosed'>,
  uses: Uses,
): OpenWallet {
  const { db, readSettings } = context
  const accounts = accountBook(db)
  const { refresh, askAnew, lookAt, setTo } = refreshGames({ ...context, ...uses, accounts })
  return {
    refreshAll: askAnew,
    lookAt,
    setTo,
    registerCalls: (api) =>
      walletRoutes(api, {
        ...context,
        ...uses,
        refresh,
        readBanks: async () => (await readSettings())['registration.banks'],
        readInvite: async () => {
          const settings = await readSettings()
          return {
            success: Number(settings['invite.success']),
            fail: Number(settings['invite.fail']),
          }
        },
      }),
  }
}
