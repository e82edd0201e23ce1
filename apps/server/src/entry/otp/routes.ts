import { readOtpChallenge, sendOtp, verifyOtp } from '@kapao/contract/otp'
import { route, type Api } from '#core/calls/route.ts'
import { makePuzzle } from './challenge.ts'
import { sendCode, type OtpDeps } from './send.ts'
import { verifyCode } from './verify.ts'

export type OtpRouteDeps = OtpDeps & {
  /** From the account module: returns the stored form of a phone, or refuses. */
  readPhone: (text: string) => string
}

export function otpRoutes(app: Api, deps: OtpRouteDeps): void {
  route(app, sendOtp, async ({ address, device }, { phoneNumber, otpToken: heldToken, proof }) => {
    const phone = deps.readPhone(phoneNumber)
    const [login] = await device.listLogins()
    const memberOfDevice = login?.memberId ?? null
    const wanted = { phone, address, memberOfDevice, proof, heldToken }
    const sent = await sendCode(deps, { ...wanted, purpose: 'register' })
    if (sent.verified) return { code: 'OTP_VERIFIED' } as const
    return { otpRef: sent.reference, otpToken: sent.token, code: 'SUCCESS' } as const
  })
  route(app, readOtpChallenge, (_caller, { phoneNumber, purpose }) =>
    makePuzzle(deps, { phone: deps.readPhone(phoneNumber), purpose }),
  )
  route(app, verifyOtp, async (_caller, { otpToken, otpCode }) => {
    await verifyCode(deps, { token: otpToken, code: otpCode, purpose: 'register' })
    return { code: 'OTP_CODE_VALID' } as const
  })
}
