import { otpResendDelayMs } from '@kapao/contract/limits'
import { call } from '#core/api.ts'
import { momentAfter } from '#core/browser/countdown.ts'
import { CallFault } from '#core/calls/fault.ts'
import { loadingDelay } from '#core/queries/loading-delay.ts'
import { readStored, removeStored, writeStored } from '#core/storage.ts'
import type { SentCode } from '#shared/code-field.tsx'
import type { Proof } from '#shared/puzzle/solve.ts'
import { listFrom } from '#shared/lookups.ts'

const codeKey = 'code'
const longestCode = 64

export async function loadBanks() {
  await loadingDelay()
  return listFrom(await call('GET /api/lookup/banks'))
}

export async function loadSources() {
  return listFrom(await call('GET /api/lookup/sources'))
}

export async function loadRegisterOtp(): Promise<boolean> {
  return (await call('GET /api/lookup/registerOTP')).registerOTP
}

/** Null if the phone is already verified by the token at hand, and needs no code. */
export async function sendCode(
  phone: string,
  { otpToken, proof }: { otpToken: string | null; proof: Proof | undefined },
): Promise<SentCode | null> {
  const answer = await call('POST /api/otp/send', { phoneNumber: phone, otpToken, proof })
  if (answer.code === 'OTP_VERIFIED') return null
  const { otpRef: reference, otpToken: token } = answer
  return { phone, reference, token, resendAt: momentAfter(otpResendDelayMs) }
}

/** A code that verified the phone earlier, in a call whose answer was lost, counts as verified now. */
export async function verifyCode(otpToken: string, otpCode: string): Promise<void> {
  try {
    await call('POST /api/otp/verify', { otpToken, otpCode })
  } catch (error) {
    if (!(error instanceof CallFault && error.code === 'OTP_VERIFIED')) throw error
  }
}

/** The code of the link that was opened, else the one kept from an earlier visit; empty if there is none. */
export function keepInviteCode(search: string): string {
  const linked = new URLSearchParams(search).get('code')?.trim().slice(0, longestCode) ?? ''
  if (linked !== '') writeStored(codeKey, linked)
  return linked || (readStored(codeKey) ?? '')
}

/** A code is used for one registration, or dropped by the visitor. */
export function forgetInviteCode(): void {
  removeStored(codeKey)
}
