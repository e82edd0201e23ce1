import type { Mutant } from '../mutant.ts'

const modules = 'apps/server/src/modules'
const otp = [`${modules}/otp/otp.test.ts`]
const registration = [`${modules}/registration/registration.test.ts`]

/** Whose an account is: a code proves a phone once, to whoever has its token, and cannot be guessed. */
export const identityMutants: readonly Mutant[] = [
  {
    name: 'code: tried without being counted',
    gate: otp,
    file: `${modules}/otp/verify.ts`,
    edits: [['    await addTry(tx, tokenHash, 1)\n', '']],
  },
  {
    name: 'code: no end of tries in a day',
    gate: otp,
    file: `${modules}/otp/limits.ts`,
    edits: [[`  if (triesToday >= otpLimits.triesPerDay) return 'OTP_BLOCK'\n`, '']],
  },
  {
    name: 'code: for another purpose',
    gate: otp,
    file: `${modules}/otp/verify.ts`,
    edits: [[`    if (code.purpose !== purpose) throw new Refused('OTP_TOKEN_INVALID')\n`, '']],
  },
  {
    name: 'code: an older one stays good',
    gate: otp,
    file: `${modules}/otp/limits.ts`,
    edits: [[`code.state === 'replaced' || now >= code.expiresAt`, 'now >= code.expiresAt']],
  },
  {
    name: 'code: never too old',
    gate: otp,
    file: `${modules}/otp/limits.ts`,
    edits: [[`code.state === 'replaced' || now >= code.expiresAt`, `code.state === 'replaced'`]],
  },
  {
    name: 'code: one network may use up all messages of a phone',
    gate: otp,
    file: `${modules}/otp/limits.ts`,
    edits: [
      [
        `  if (countedSince(theirs, now, dayMs) >= otpLimits.networkPerPhoneDay) return 'REQUEST_LIMIT'\n`,
        '',
      ],
    ],
  },
  {
    name: 'registration: without a proof of the phone',
    gate: registration,
    file: `${modules}/registration/service.ts`,
    edits: [
      [
        `      if (needsOtp && !(await deps.useVerified(tx, claim))) throw new Refused('UNVERIFIED_OTP')\n`,
        '',
      ],
    ],
  },
  {
    name: 'registration: tells strangers which phones are known',
    gate: registration,
    file: `${modules}/registration/service.ts`,
    edits: [['const mayBeTold = !needsOtp || phone !== null', 'const mayBeTold = true']],
  },
  {
    name: 'registration: a proof of another phone',
    gate: registration,
    file: `${modules}/registration/service.ts`,
    edits: [
      [
        'if (needsOtp && phone !== null && !(await deps.isVerified(db, claim)))',
        'if (needsOtp && phone !== null && otpToken === null)',
      ],
    ],
  },
]
