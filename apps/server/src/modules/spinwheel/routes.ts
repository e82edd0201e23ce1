import {
  claimCoupon,
  listCoupons,
  readWheel,
  readWheelActive,
  revealSpins,
  spinWheel,
} from '@kapao/contract/spinwheel'
import { route, type Api } from '#core/route.ts'
import { claim } from './claim.ts'
import { reveal } from './reveal.ts'
import { findWheelFor, showCoupons, showWheel, type WheelDeps } from './setup.ts'
import { spin } from './spin.ts'

export function spinwheelRoutes(app: Api, deps: WheelDeps): void {
  route(app, readWheel, ({ memberId, language }) => showWheel(deps, memberId, language))
  route(app, spinWheel, (caller, wanted) => spin(deps, caller, wanted))
  route(app, listCoupons, ({ memberId, language }) => showCoupons(deps, memberId, language))
  route(app, claimCoupon, async (caller, wanted) => {
    await claim(deps, caller, wanted)
    return { message: 'SUCCESS' as const }
  })
  route(app, readWheelActive, async ({ memberId }) => ({
    isActive: (await findWheelFor(deps, deps.db, memberId)) !== null,
  }))
  route(app, revealSpins, ({ memberId }, { commitment }) => reveal(deps, memberId, commitment))
}
