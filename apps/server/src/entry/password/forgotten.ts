import type { Variant } from '@kapao/contract/limits'
import { startCountdown } from '#core/calls/time-left.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { Refused } from '#core/refused.ts'
import { requirePhone } from '#records/account/phone/phone.ts'
import { noteNotice } from '#records/notices/store.ts'
import { findCredential, setPasswordHash } from '#records/account/store.ts'
import { markDue } from '#money/games/renewal-store.ts'
import type { Otp } from '#entry/otp/open.ts'
import { deletePasskeysOf } from '#entry/passkeys/store.ts'
import { checkNewPassword, type PasswordDeps } from './change.ts'
import { takeConstantTime } from './constant-time.ts'

export type ForgottenDeps = PasswordDeps & {
  variant: Variant
  otp: Pick<Otp, 'sendCode' | 'verifyCode'>
  /** How long both calls take, for every caller and phone. */
  answerAfterMs: number
}

type Proof = { challenge: string; counter: number } | null | undefined

export type ResetRequest = {
  phoneNumber: string
  address: string
  /** The member who logged in on the asking device; the phone may be another's. */
  memberOfDevice: string | null
  proof: Proof
}

/** Sending and lookups must end this long before the answer is due. */
const marginMs = 100

/** Sends a code to a registered phone; any other phone looks, counts and takes the same. */
export function sendForgotten(
  deps: ForgottenDeps,
  { phoneNumber, ...asked }: ResetRequest,
): Promise<{ token: string; reference: string }> {
  const { e164: phone } = requirePhone(phoneNumber, deps.variant)
  // Queueing reduces the time left for sending: a known phone answers no later than any other.
  const timeLeft = startCountdown(deps.answerAfterMs - marginMs)
  return takeConstantTime(deps.answerAfterMs, async () => {
    const decoy = (await findCredential(deps.db, phone)) === null
    const sent = await deps.otp.sendCode({ ...asked, phone, purpose: 'password', decoy, timeLeft })
    // A phone is verified for a registration only; here there is always a code.
    if (sent.verified) throw new Error('a code for a password was not sent')
    return sent
  })
}

export type Reset = { otpToken: string; otpCode: string; newPassword: string; requestId: string }

/** Sets a new password for the holder of the phone, and ends every session. It uses up the code. */
export async function resetForgotten(
  deps: ForgottenDeps,
  reset: Reset,
): Promise<{ memberId: string }> {
  const { db, clock, hasher } = deps
  const brand = await deps.readBrand()
  checkNewPassword(reset.newPassword, { phone: null, brand })
  const { phone } = await takeConstantTime(deps.answerAfterMs / 2, () =>
    deps.otp.verifyCode({
      token: reset.otpToken,
      code: reset.otpCode,
      purpose: 'password',
      checkFirst: (provenPhone) =>
        checkNewPassword(reset.newPassword, { phone: localDigits(provenPhone), brand }),
    }),
  )
  const credential = await findCredential(db, phone)
  if (!credential) throw new Refused('OTP_NOT_EXIST')
  if (!credential.isActive) throw new Refused('INACTIVE_USER')
  const { id } = credential
  const now = await hasher.hash(reset.newPassword, { known: id })
  await db.beginFor(id, async (tx) => {
    await setPasswordHash(tx, { id, was: null, now })
    await deps.sessions.endAllOf(tx, { memberId: id, why: 'password' })
    await deletePasskeysOf(tx, id)
    await markDue(tx, { memberId: id, at: clock.now() })
    await recordAudit(tx, {
      at: clock.now(),
      actor: `member:${id}`,
      requestId: reset.requestId,
      action: 'password.reset',
      subject: id,
    })
    const key = `${clock.now().getTime()} ${reset.requestId}`
    await noteNotice(tx, { memberId: id, kind: 'password.changed', key })
  })
  deps.games.renewPasswords(id)
  return { memberId: id }
}

/** The part of a number that people remember, in any country. */
function localDigits(phone: string): string {
  return phone.replace(/^\+(66|856)/, '')
}
