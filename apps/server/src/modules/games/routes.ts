import {
  activateGame as activateCall,
  autoLogin as autoLoginCall,
  readGameCredentials,
  resetGamePassword,
} from '@kapao/contract/games'
import { route, type Api } from '#core/route.ts'
import { activateGame } from './activate.ts'
import type { GamesDeps } from './catalogue.ts'
import { readCredentials, resetPassword } from './credentials.ts'
import { autoLogin } from './launch.ts'

export function gameRoutes(app: Api, deps: GamesDeps): void {
  route(app, activateCall, async (caller, { slotCode }) => {
    await activateGame(deps, caller, slotCode)
    return { message: 'SUCCESS' } as const
  })
  route(app, readGameCredentials, ({ memberId }, { slotCode }) =>
    readCredentials(deps, memberId, slotCode),
  )
  route(app, resetGamePassword, (caller, { slotCode }) => resetPassword(deps, caller, slotCode))
  route(app, autoLoginCall, ({ memberId }, wanted) => autoLogin(deps, memberId, wanted))
}
