import { changePassword as change, forgetPassword, resetPassword } from '@kapao/contract/account'
import { route, type Api } from '#core/calls/route.ts'
import { changePassword } from './change.ts'
import { resetForgotten, sendForgotten, type ForgottenDeps } from './forgotten.ts'

export function passwordRoutes(app: Api, deps: ForgottenDeps): void {
  route(app, change, async ({ memberId, sessionKey, requestId }, passwords) => {
    await changePassword(deps, { memberId, sessionKey, requestId, ...passwords })
    return { message: 'SUCCESS' } as const
  })
  route(app, forgetPassword, async ({ address, device }, { phoneNumber, proof }) => {
    const [login] = await device.listLogins()
    const memberOfDevice = login?.memberId ?? null
    const asked = { phoneNumber, address, memberOfDevice, proof }
    const { token, reference } = await sendForgotten(deps, asked)
    return { otpRef: reference, otpToken: token, code: 'SUCCESS' } as const
  })
  route(app, resetPassword, async ({ device, requestId }, given) => {
    const { memberId } = await resetForgotten(deps, { ...given, requestId })
    // A code has proven the device: a member kept out by strangers guessing at the phone can log in from it
    // immediately.
    await device.remember(memberId)
    return { message: 'SUCCESS' } as const
  })
}
