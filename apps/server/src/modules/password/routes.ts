import { changePassword as change, forgetPassword, resetPassword } from '@kapao/contract/account'
import { route, type Api } from '#core/route.ts'
import { changePassword } from './change.ts'
import { resetForgotten, sendForgotten, type ForgottenDeps } from './forgotten.ts'

export function passwordRoutes(app: Api, deps: ForgottenDeps): void {
  route(app, change, async ({ memberId, sessionKey, requestId }, passwords) => {
    await changePassword(deps, { memberId, sessionKey, requestId, ...passwords })
    return { message: 'SUCCESS' } as const
  })
  route(app, forgetPassword, async ({ address }, { phoneNumber }) => {
    const { token, reference } = await sendForgotten(deps, { phoneNumber, address })
    return { otpRef: reference, otpToken: token, code: 'SUCCESS' } as const
  })
  route(app, resetPassword, async ({ requestId }, given) => {
    await resetForgotten(deps, { ...given, requestId })
    return { message: 'SUCCESS' } as const
  })
}
