import type { RefusalTexts } from '#text/shape.ts'

const invalidUser =
  'This login belongs to an invalid user. Please log in again, or contact us if it keeps happening.'

export const publicRefusals = {
  // Session and address.
  UNAUTHORIZED: 'Please log in to continue.',
  EXPIRED_AUTH_TOKEN:
    'We can no longer verify your identity, because your session has ended. Please log in again; your money is safe.',
  INVALID_USER_1: invalidUser,
  INVALID_USER_2: invalidUser,
  INVALID_USER_3: invalidUser,
  INVALID_USER_4: invalidUser,
  INVALID_IP: 'The service is not available from your connection. Please contact us for help.',

  // One-time codes.
  OTP_BLOCK: 'Too many tries, so we have paused this for safety. Please wait about 15 minutes.',
  REQUEST_LIMIT: 'Too many requests in a short time. Please wait a little and try again.',
  REQUEST_LIMIT_1MIN: 'Please wait about 1 minute before you try again.',
  OTP_TOKEN_INVALID: 'This confirmation no longer holds. Please request a new code.',
  OTP_NOT_EXIST: 'We could not find this code request. Please request a new code.',
  OTP_VERIFIED: 'This phone number is already confirmed. You can continue.',
  OTP_EXPIRED: 'This code has expired. Please request a new one.',
  OTP_CODE_INVALID: 'This code does not match. Please check the SMS and enter it again.',
  OTP_CODE_VALID: 'Your phone number is confirmed.',
  OTP_SEND_FAIL: 'We could not send the SMS just now. Please try again in a moment.',
  OTP_VERIFY_FAIL: 'We could not check the code just now. Please try again in a moment.',
  UNVERIFIED_OTP: 'Please confirm your phone number first.',

  // Registration and login.
  EXISTING_USER: 'This phone number is already registered. Please log in, or contact us for help.',
  EXISTING_BANK:
    'This bank account is already in use. Please use another account of yours, or contact us.',
  INVALID_USER_INFO: 'Some details could not be accepted. Please check them and try again.',
  INVALID_BANK: 'This bank could not be accepted. Please check the bank and the account number.',
  BANK_ACCOUNT_NAME_ENG: 'Bank account name must be in English only',
  REGISTER_FAIL:
    'We could not finish your registration and no account was made. Please try again in a moment.',
  GAME_ACTIVATION_FAIL:
    'The game account could not be opened just now. Your money has not moved; please try again in a moment.',
  NO_USER: 'We could not find this member. Please check the details or contact us.',
  WRONG_PASSWORD: 'The current password does not match. Please check it and try again.',
  WRONG_CREDENTIAL: 'The phone number or password is not right. Please check both and try again.',
  INACTIVE_USER: 'This account is switched off for now. Please contact us and we will help you.',
  LOGIN_FAIL: 'We could not log you in just now. Please try again in a moment.',
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'The phone number must support 10 digits',

  // Any call.
  INTERNAL_SERVER_ERROR:
    'Something went wrong on our side. If you were moving money, check your statement before you try again.',
  OK: 'Done.',
  SUCCESS: 'Done successfully.',
  KEY_MISSING: 'Something is still missing. Please fill in everything and try again.',
  KEY_INVALID: 'Something here could not be accepted. Please check it and try again.',
  NO_DATA: 'There is nothing to show here.',
  KEY_REUSED:
    'The details have changed since you sent this. Nothing new was done; please start again.',
  REQUEST_IN_PROGRESS:
    'We are still working on your first request. Please wait; no need to send it again.',
  ABANDONED: 'This request was stopped before it began. Nothing was moved, and you can try again.',
  REQUEST_TIMEOUT:
    'The connection took too long. If you were moving money, check your statement before you try again.',
  REQUEST_TOO_LARGE: 'This is too large to send. Please choose something smaller.',
  SERVICE_BUSY: 'We are very busy right now and nothing was done. Please try again in a moment.',
} satisfies Partial<RefusalTexts>
