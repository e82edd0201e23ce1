import { formatMinute } from '#core/format.ts'
import type { RefusalTexts } from '#text/refusal-texts.ts'

export const visitorRefusals = {
  // One-time codes.
  OTP_TOKEN_INVALID: 'This confirmation is no longer valid. Please request a new code.',
  OTP_NOT_EXIST: 'We could not find this code request. Please request a new code.',
  OTP_VERIFIED: 'This phone number is already confirmed. You can continue.',
  OTP_EXPIRED: 'This code has expired. Please request a new one.',
  OTP_CODE_INVALID: 'This code does not match. Please check the SMS and enter it again.',
  OTP_CODE_VALID: 'Your phone number is confirmed.',
  OTP_SEND_FAIL: 'We could not send the SMS right now. Please try again in a moment.',
  OTP_VERIFY_FAIL: 'We could not check the code right now. Please try again in a moment.',
  OTP_BLOCK:
    'Too many attempts. For your security, please wait at least 15 minutes and try again, or contact us.',
  REQUEST_LIMIT_1MIN: 'Please wait about 1 minute before you try again.',
  PROOF_REQUIRED: 'This request could not be checked. Please try again.',
  UNVERIFIED_OTP:
    'Please confirm your phone number first. A confirmation is valid for 30 minutes; everything you entered is still here.',

  // Registration, bank account and password.
  EXISTING_USER: 'This phone number is already registered. Please log in, or contact us for help.',
  EXISTING_BANK:
    'This bank account is already in use. Please use another of your accounts, or contact us.',
  INVALID_USER_INFO: 'Some details are not valid. Please check them and try again.',
  INVALID_BANK: 'The bank details are not valid. Please check the bank and the account number.',
  BANK_ACCOUNT_NAME_ENG: 'Bank account name must be in English only',
  BANK_ACCOUNT_NAME_INITIAL:
    'Please type your first and last name in full. Initials are not enough.',
  REGISTER_FAIL:
    'We could not finish your registration and no account was created. Please try again in a moment.',
  GAME_ACTIVATION_FAIL:
    'The game account could not be opened right now. Your money has not moved; please try again in a moment.',
  WRONG_PASSWORD: 'Your current password is incorrect. Please check it and try again.',
  IDENTIFY_AGAIN: 'Please show once more that it is you, with a passkey or your password.',
  PASSKEY_REFUSED: 'This passkey was not accepted. Please use your password.',
  PASSKEYS_MAX: 'You have 10 passkeys. Please remove one first.',
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'The phone number must support 10 digits',

  // Calls that the login does not make.
  NO_USER: 'We could not find this member. Please check the details or contact us.',
  OK: 'Done.',
  SUCCESS: 'Done successfully.',
  REQUEST_TIMEOUT:
    'The connection took too long. If you were moving money, check your statement before you try again.',
  REQUEST_TOO_LARGE: 'The file is too large. Please choose a smaller one.',
  NO_DATA: 'This is no longer here. Please open the page again.',
  KEY_MISSING: 'Some information is missing. Please fill in everything and try again.',

  // Limits.
  DAY_LIMIT: (againAtMs) =>
    `You have reached the limit for 24 hours. ${againAtMs === null ? 'Please try again later.' : `You can go on from ${formatMinute(againAtMs)}.`}`,
} satisfies Partial<RefusalTexts>

/** English decides which pack holds a code; the other languages must follow. */
export type VisitorRefusals = Pick<RefusalTexts, keyof typeof visitorRefusals>
