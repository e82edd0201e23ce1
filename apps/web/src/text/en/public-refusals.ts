import { lostSessionTexts } from '#core/calls/lost-session.ts'
import type { RefusalTexts } from '#text/refusal-texts.ts'

const invalidUser = 'Invalid user. Please log in again, or contact us if it keeps happening.'

export const publicRefusals = {
  // Session and address.
  UNAUTHORIZED: 'Please log in to continue.',
  EXPIRED_AUTH_TOKEN: lostSessionTexts.en,
  INVALID_USER_1: invalidUser,
  INVALID_USER_2: invalidUser,
  INVALID_USER_3: invalidUser,
  INVALID_USER_4: invalidUser,
  INVALID_IP: 'The service is not available from your connection. Please contact us for help.',

  // Limits.
  // The same text for a short burst and for the limit of a day.
  REQUEST_LIMIT:
    'Too many requests. Please wait and try again; you may have to wait an hour or longer.',

  // Login.
  WRONG_CREDENTIAL: 'The phone number or password is incorrect. Please check both and try again.',
  INACTIVE_USER: 'This account has been deactivated. Please contact us and we will help you.',
  LOGIN_FAIL: 'We could not log you in right now. Please try again in a moment.',

  // Any call.
  INTERNAL_SERVER_ERROR:
    'Something went wrong on our side. If you were moving money, check your statement before you try again.',
  KEY_INVALID: 'Some details are not valid. Please check them and try again.',
  SERVICE_BUSY:
    'We are very busy, so your request was not processed. Please try again in a moment.',
  RECOVERY:
    'We are checking our records after a fault. Your money is safe; deposits, transfers and withdrawals are paused.',
} satisfies Partial<RefusalTexts>

/** English decides which pack holds a code; the other languages must follow. */
export type PublicRefusals = Pick<RefusalTexts, keyof typeof publicRefusals>
