import { readOtpChallenge, sendOtp, verifyOtp } from '@kapao/contract/otp'
import type { Variant } from '@kapao/contract/limits'
import { route, type Api } from '#core/calls/route.ts'
import { requirePhone } from '#records/account/phone/phone.ts'
import { makePuzzle } from './challenge.ts'
import { sendCode, type OtpDeps } from './send.ts'
import { verifyCode } from './verify.ts'

export type OtpRouteDeps = OtpDeps & {
  variant: Variant
}

export function otpRoutes(app: Api, deps: OtpRouteDeps): void {
  const readPhone = (text: string): string => requirePhone(text, deps.variant).e164
  route(app, sendOtp, async ({ address, device }, { phoneNumber, otpToken: heldToken, proof }) => {
    const phone = readPhone(phoneNumber)
    const [login] = await device.listLogins()
    const memberOfDevice = login?.memberId ?? null
    const wanted = { phone, address, memberOfDevice, proof, heldToken }
    const sent = await sendCode(deps, { ...wanted, purpose: 'register' })
    if (sent.verified) return { code: 'OTP_VERIFIED' } as const
    return { otpRef: sent.reference, otpToken: sent.token, code: 'SUCCESS' } as const
  })
  route(app, readOtpChallenge, (_caller, { phoneNumber, purpose }) =>
    makePuzzle(deps, { phone: readPhone(phoneNumber), purpose }),
  )
  route(app, verifyOtp, async (_caller, { otpToken, otpCode }) => {
    await verifyCode(deps, { token: otpToken, code: otpCode, purpose: 'register' })
    return { code: 'OTP_CODE_VALID' } as const
  })
}
