import { otpBlockMs, otpResendDelayMs, otpTriesMax } from '@kapao/contract/limits'
import { dayMs, hourMs } from '@kapao/contract/times'
import type { Code } from './store.ts'

/**
 * The SMS company only bills, so these limits decide what may be sent and tried. docs/security.md shows the figures.
 */
export const otpLimits = {
  phoneEveryMs: otpResendDelayMs,
  phonePerHour: 5,
  phonePerDay: 10,
  /** Of the phone's ten a day, so that a single stranger cannot use up its messages or its tries. */
  networkPerPhoneDay: 4,
  /** Per address (IPv6: a /64), regardless of who uses it. */
  networkPerHour: 20,
  triesPerCode: otpTriesMax,
  /** With six digits this bounds the chance of guessing a phone's code in a day to 25 in a million. */
  triesPerDay: 25,
  blockMs: otpBlockMs,
} as const

function isBlocked(codes: readonly Code[], now: Date): boolean {
  return codes.some(({ blockedUntil }) => blockedUntil !== null && blockedUntil > now)
}

/** A message that certainly was not sent does not count against its phone. */
function countedSince(codes: readonly Code[], now: Date, ms: number): number {
  return codes.filter(
    ({ state, createdAt }) => state !== 'failed' && now.getTime() - createdAt.getTime() < ms,
  ).length
}

export type SendRefusal = 'OTP_BLOCK' | 'REQUEST_LIMIT_1MIN' | 'REQUEST_LIMIT'

/**
 * Returns why no message may be sent to a phone from this network, given its codes of the last day (OP-E09 gives the
 * order).
 */
export function whyNotSend(
  codes: readonly Code[],
  { network, now }: { network: string; now: Date },
): SendRefusal | null {
  if (isBlocked(codes, now)) return 'OTP_BLOCK'
  if (countedSince(codes, now, otpLimits.phoneEveryMs) > 0) return 'REQUEST_LIMIT_1MIN'
  if (countedSince(codes, now, hourMs) >= otpLimits.phonePerHour) return 'REQUEST_LIMIT'
  if (countedSince(codes, now, dayMs) >= otpLimits.phonePerDay) return 'REQUEST_LIMIT'
  const theirs = codes.filter((code) => code.network === network)
  if (countedSince(theirs, now, dayMs) >= otpLimits.networkPerPhoneDay) return 'REQUEST_LIMIT'
  return null
}

export type TryRefusal =
  | 'OTP_TOKEN_INVALID'
  | 'OTP_NOT_EXIST'
  | 'OTP_VERIFIED'
  | 'OTP_BLOCK'
  | 'OTP_EXPIRED'

/** Returns why a code may not be tried now, given all codes of its phone of the last day. */
export function whyNotTry(code: Code, codes: readonly Code[], now: Date): TryRefusal | null {
  if (code.state === 'verified' || code.state === 'used') return 'OTP_VERIFIED'
  if (isBlocked(codes, now)) return 'OTP_BLOCK'
  const triesToday = codes.reduce((sum, { tries }) => sum + tries, 0)
  if (triesToday >= otpLimits.triesPerDay) return 'OTP_BLOCK'
  if (code.state === 'replaced' || now >= code.expiresAt) return 'OTP_EXPIRED'
  if (code.state !== 'sent') return 'OTP_NOT_EXIST'
  return code.tries >= otpLimits.triesPerCode ? 'OTP_BLOCK' : null
}
