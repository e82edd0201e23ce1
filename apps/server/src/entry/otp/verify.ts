import { otpLength, phoneVerifiedLifetimeMs } from '@kapao/contract/limits'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { Refused } from '#core/refused.ts'
import { digitsOf } from '#records/account/phone/digits.ts'
import { otpLimits, whyNotTry } from './limits.ts'
import type { OtpDeps } from './send.ts'
import { deleteAlarmsBefore } from './spending/alarm-store.ts'
import { deleteBucketsBefore } from './spending/bucket-store.ts'
import type { Purpose } from './spending/budgets.ts'
import {
  addTry,
  addWrong,
  deleteCodesBefore,
  findPhone,
  lockCodesOf,
  markUsed,
  markVerified,
  phoneIsVerified,
  type Code,
} from './store.ts'

export type Attempt = {
  token: string
  code: string
  purpose: Purpose
  /** Runs before the code is tried, so that a mistake elsewhere does not cost the code. */
  checkFirst?: (phone: string) => void
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/

/**
 * Tries a code and returns the phone that it proves. A code is accepted once; of concurrent guesses at most five are
 * tried.
 */
export async function verifyCode(deps: OtpDeps, attempt: Attempt): Promise<{ phone: string }> {
  if (!tokenForm.test(attempt.token)) throw new Refused('OTP_TOKEN_INVALID')
  const tokenHash = sha256(attempt.token)
  const phone = await findPhone(deps.db, tokenHash)
  if (phone === null) throw new Refused('OTP_NOT_EXIST')
  attempt.checkFirst?.(phone)
  const pin = digitsOf(attempt.code)
  // Text that cannot be a code is wrong without a check and costs no try.
  if (pin === null || pin.length !== otpLength) throw new Refused('OTP_CODE_INVALID')

  const code = await takeTry(deps, { phone, tokenHash, purpose: attempt.purpose })
  const answer = await evaluate(deps, code, pin)
  await settle(deps, tokenHash, answer)
  return { phone }
}

type PinTry = { phone: string; tokenHash: Buffer; purpose: Purpose }

/** Counts the try before checking it, so that concurrent guesses cannot all be the fifth. */
function takeTry({ db, clock }: OtpDeps, { phone, tokenHash, purpose }: PinTry): Promise<Code> {
  return db.beginFor(`otp ${phone}`, async (tx) => {
    const now = clock.now()
    const codes = await lockCodesOf(tx, phone, new Date(now.getTime() - dayMs))
    const code = codes.find((one) => one.tokenHash.equals(tokenHash))
    if (!code) throw new Refused('OTP_EXPIRED')
    if (code.purpose !== purpose) throw new Refused('OTP_TOKEN_INVALID')
    const refusal = whyNotTry(code, codes, now)
    if (refusal) throw new Refused(refusal)
    await addTry(tx, tokenHash, 1)
    return code
  })
}

type PinVerdict = 'right' | 'wrong' | 'expired' | 'refused' | 'unknown'

async function evaluate(
  { sms, log }: OtpDeps,
  { decoy, providerToken }: Code,
  pin: string,
): Promise<PinVerdict> {
  if (decoy || providerToken === null) return 'wrong'
  const checked = await sms.verifyCode(providerToken, pin)
  if ('why' in checked)
    log.warn({ outcome: checked.outcome, why: checked.why }, 'a one-time code was not checked')
  return checked.outcome
}

async function settle(
  { db, clock }: OtpDeps,
  tokenHash: Buffer,
  answer: PinVerdict,
): Promise<void> {
  const now = clock.now()
  switch (answer) {
    case 'right':
      if (await markVerified(db, tokenHash, now)) return
      throw new Refused('OTP_VERIFIED')
    case 'wrong': {
      const until = new Date(now.getTime() + otpLimits.blockMs)
      await addWrong(db, tokenHash, { wrongMax: otpLimits.triesPerCode, until })
      throw new Refused('OTP_CODE_INVALID')
    }
    case 'expired':
      throw new Refused('OTP_EXPIRED')
    case 'refused':
      // The company did not check the code, so it was no try.
      await addTry(db, tokenHash, -1)
      throw new Refused('OTP_VERIFY_FAIL')
    case 'unknown':
      throw new Refused('OTP_VERIFY_FAIL')
  }
}

/** A phone, and the token that is claimed to have verified it. */
export type Claim = { phone: string; token: string }

/**
 * Whether this token verified this phone recently, even if a registration has used it since: its holder may know that.
 */
export function isVerified(
  { clock }: Pick<OtpDeps, 'clock'>,
  on: Queryable,
  { phone, token }: Claim,
): Promise<boolean> {
  return phoneIsVerified(on, { phone, tokenHash: sha256(token) }, verifiedSince(clock))
}

/** Uses up the verification of a phone; returns false when there is none. */
export function useVerified(
  { clock }: Pick<OtpDeps, 'clock'>,
  tx: Tx,
  { phone, token }: Claim,
): Promise<boolean> {
  return markUsed(tx, { phone, tokenHash: sha256(token) }, verifiedSince(clock))
}

function verifiedSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - phoneVerifiedLifetimeMs)
}

/** The alarm compares the same hour of seven days, so codes are kept for one more. */
const keepMs = 8 * dayMs
/** Every bucket drains within this time. */
const bucketDrainsMs = 2 * dayMs

export async function forgetOldCodes({ db, clock }: Pick<OtpDeps, 'db' | 'clock'>): Promise<void> {
  const nowMs = clock.now().getTime()
  await deleteCodesBefore(db, new Date(nowMs - keepMs))
  await deleteAlarmsBefore(db, new Date(nowMs - keepMs))
  await deleteBucketsBefore(db, new Date(nowMs - bucketDrainsMs))
}
