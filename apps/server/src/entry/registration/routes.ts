import { register, validateRegistration as validate } from '@kapao/contract/account'
import { failAs } from '#core/calls/fault.ts'
import { route, type Api } from '#core/calls/route.ts'
import { registerMember, validateRegistration, type RegistrationDeps } from './service.ts'

export function registrationRoutes(app: Api, deps: RegistrationDeps): void {
  route(app, validate, async (caller, given) => {
    await validateRegistration(deps, given, caller)
    return { message: 'OK' } as const
  })
  route(app, register, async (caller, given) => {
    const { device, requestId } = caller
    const { id } = await failAs({ log: deps.log, code: 'REGISTER_FAIL', requestId }, () =>
      registerMember(deps, given, caller),
    )
    await device.remember(id)
    return { message: 'SUCCESS' } as const
  })
}
