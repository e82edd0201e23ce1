import { defaultLanguage, type Language, type Variant } from '@kapao/contract/limits'
import {
  claimCoupon,
  listCoupons,
  readWheel,
  readWheelActive,
  revealSpins,
  spinWheel,
} from '@kapao/contract/spinwheel'
import { route, type Api } from '#core/calls/route.ts'
import { claim } from './claim.ts'
import { reveal } from './reveal.ts'
import { findWheelFor, showCoupons, showWheel, type WheelDeps } from './setup.ts'
import { spin } from './spin.ts'

export function spinwheelRoutes(app: Api, deps: WheelDeps & { variant: Variant }): void {
  // Without a chosen language, the page uses the variant's default.
  const inWords = <C extends { language: Language | null }>(caller: C): C => ({
    ...caller,
    language: caller.language ?? defaultLanguage(deps.variant),
  })
  route(app, readWheel, (caller) => showWheel(deps, caller.memberId, inWords(caller).language))
  route(app, spinWheel, (caller, wanted) => spin(deps, inWords(caller), wanted))
  route(app, listCoupons, (caller) => showCoupons(deps, caller.memberId, inWords(caller).language))
  route(app, claimCoupon, async (caller, wanted) => {
    await claim(deps, inWords(caller), wanted)
    return { message: 'SUCCESS' as const }
  })
  route(app, readWheelActive, async ({ memberId }) => ({
    isActive: (await findWheelFor(deps, memberId)) !== null,
  }))
  route(app, revealSpins, ({ memberId }, { commitment }) => reveal(deps, memberId, commitment))
}
