import { redeemGiftLink } from '@kapao/contract/deposits'
import { route, acceptCall, type Api } from '#core/calls/route.ts'
import { pending, redeemGift, type ServiceDeps } from './begin.ts'

export function giftLinkRoutes(app: Api, deps: ServiceDeps): void {
  route(app, redeemGiftLink, async (caller, { link }) => {
    const given = await redeemGift(deps, caller, link)
    if (given === pending) return acceptCall('TRANSFER_PENDING')
    return { message: 'SUCCESS', amount: { amount: given.amount, currency: 'BAHT' } } as const
  })
}
