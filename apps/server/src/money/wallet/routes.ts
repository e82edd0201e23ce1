import { refreshGames as refreshCall } from '@kapao/contract/games'
import { readUnderWay, readWallet as readWalletCall } from '@kapao/contract/wallet'
import { route, type AnswerOf, type Api } from '#core/calls/route.ts'
import { readWallet, type WalletDeps } from './read.ts'
import type { Refresh } from './refresh.ts'

export function walletRoutes(app: Api, deps: WalletDeps & { refresh: Refresh }): void {
  route(app, readWalletCall, ({ memberId }) => readWallet(deps, memberId))
  route(app, refreshCall, async ({ memberId }) => {
    await deps.refresh(memberId)
    return { message: 'SUCCESS' } as const
  })
}

export type ReadUnderWay = (memberId: string) => Promise<AnswerOf<typeof readUnderWay>>

export function underWayRoutes(app: Api, read: ReadUnderWay): void {
  route(app, readUnderWay, ({ memberId }) => read(memberId))
}
