import {
  changeBankAccountName as changeBankNameCall,
  changeProfile as changeProfileCall,
  readProfile as readProfileCall,
} from '@kapao/contract/account'
import { route, type Api } from '#core/calls/route.ts'
import { changeBankAccountName, changeProfile, readProfile, type ProfileDeps } from './service.ts'

export function profileRoutes(app: Api, deps: ProfileDeps): void {
  route(app, readProfileCall, ({ memberId }) => readProfile(deps, memberId))
  route(app, changeProfileCall, async (caller, given) => {
    await changeProfile(deps, caller, given)
    return { message: 'SUCCESS' } as const
  })
  route(app, changeBankNameCall, async (caller, given) => {
    await changeBankAccountName(deps, caller, given)
    return { message: 'SUCCESS' } as const
  })
}
