import {
  activateGame as activateCall,
  autoLogin as autoLoginCall,
  readGameCredentials,
  resetGamePassword,
} from '@kapao/contract/games'
import { route, type Api } from '#core/calls/route.ts'
import { openActivating, type ActivateDeps } from './activate.ts'
import { readCredentials, type CredentialDeps } from './credentials.ts'
import { autoLogin } from './launch.ts'

export function gameRoutes(app: Api, deps: ActivateDeps & CredentialDeps): void {
  const activateGame = openActivating(deps)
  route(app, activateCall, async (caller, { slotCode }) => {
    await activateGame(caller, slotCode)
    return { message: 'SUCCESS' } as const
  })
  route(app, readGameCredentials, ({ memberId }, { slotCode }) =>
    readCredentials(deps, memberId, slotCode),
  )
  route(app, resetGamePassword, (caller, { slotCode }) => deps.renewing.ask(deps, caller, slotCode))
  route(app, autoLoginCall, ({ memberId }, wanted) => autoLogin(deps, memberId, wanted))
}
