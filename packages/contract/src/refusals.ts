/**
 * Every code that the server may answer, with its HTTP status. The spec's codes keep their names, misspellings
 * included. This file imports nothing, so that the page may load it at run time without the schemas.
 */
export const refusalStatus = {
  // Session and address.
  UNAUTHORIZED: 401,
  EXPIRED_AUTH_TOKEN: 401,
  INVALID_USER_1: 401,
  INVALID_USER_2: 401,
  INVALID_USER_3: 401,
  // Kept: in the spec it is for another client, which KEY_MISSING and KEY_INVALID refuse here.
  INVALID_USER_4: 401,
  INVALID_IP: 403,
  NOT_AREASLOT: 404,
  NOT_UFABET: 404,

  // One-time codes.
  OTP_BLOCK: 429,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  OTP_TOKEN_INVALID: 400,
  OTP_NOT_EXIST: 404,
  OTP_VERIFIED: 409,
  OTP_EXPIRED: 400,
  OTP_CODE_INVALID: 400,
  OTP_CODE_VALID: 200,
  OTP_SEND_FAIL: 502,
  OTP_VERIFY_FAIL: 500,
  UNVERIFIED_OTP: 403,

  // Registration and login.
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  INVALID_USER_INFO: 400,
  INVALID_BANK: 400,
  BANK_ACCOUNT_NAME_ENG: 400,
  BANK_ACCOUNT_NAME_INITIAL: 400,
  REGISTER_FAIL: 500,
  // Kept: in the spec a registration opens an account at a game, which can fail; here it opens none.
  GAME_ACTIVATION_FAIL: 502,
  NO_USER: 404,
  WRONG_PASSWORD: 400,
  WRONG_CREDENTIAL: 401,
  INACTIVE_USER: 403,
  LOGIN_FAIL: 500,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 400,

  // Bonus and promotion.
  BONUS_REMAINING: 409,
  BONUS_ALREADY_ACTIVE: 409,
  BONUS_MAX_CLAIMED: 409,
  BONUS_CONDITION: 409,
  BONUS_CLEAR: 200,
  BONUS_FULL: 409,
  NO_PROMOTION: 404,
  PROMOTION_RECEIVED: 409,

  // Invite.
  INVITE_COLLECT: 409,
  INVITE_INACTIVE: 403,
  NO_INVITE_BONUS: 409,
  NO_INVITEE_PLAY_INFO: 409,
  INVITE_BONUS_SUCCESS: 200,
  INVITE_BONUS_FAIL: 500,

  // Generic.
  INTERNAL_SERVER_ERROR: 500,
  OK: 200,
  SUCCESS: 200,
  KEY_MISSING: 400,
  KEY_INVALID: 400,
  NO_DATA: 404,

  // Refund.
  NO_REFUND: 409,
  REFUND_CONDITION: 409,
  REFUND_SUCCESS: 200,
  REFUND_INACTIVE: 403,
  REFUND_MINIMUM: 400,

  // Wallet and games.
  QR_FAIL: 400,
  NO_BANK: 404,
  NO_WALLET: 404,
  SLOT_ALREADY_ACTIVE: 409,
  SLOT_ACTIVATE_FAIL: 502,
  SLOT_NO_ACCOUNT: 404,
  SLOT_RESET_PASSWORD_FAIL: 502,
  TRANSFER_MINIMUM: 400,
  NO_GAME: 404,
  MONEY_NOT_ENOUGH: 400,
  TRANSFER_FAIL: 502,

  // Slip and gift link.
  SLIP_UPLOAD_FAIL: 500,
  SLIP_NO_FILE: 400,
  SLIP_INVALID_FILE: 400,
  TRUELINK_DUPLICATE: 409,
  TRUELINK_INVALID: 400,
  TRUELINK_OTHER_PHONE: 400,

  // Spin coupon.
  NO_CLAIMABLE_COUPON: 404,
  INVALID_PRIZE_CODE: 400,
  INVALID_CODE: 400,
  INVALID_COUPON_TYPE: 400,
  COUPON_EXPIRED: 409,

  // Added where the spec has no code.
  WITHDRAW_MINIMUM: 400,
  WITHDRAW_MAXIMUM: 400,
  WITHDRAW_PENDING: 409,
  BONUS_NO_DEPOSIT: 409,
  REWARD_HELD: 409,
  TRANSFER_PENDING: 202,
  KEY_REUSED: 422,
  REQUEST_IN_PROGRESS: 409,
  ABANDONED: 409,
  DAY_LIMIT: 429,
  CHAT_BLOCKED: 403,
  REQUEST_TIMEOUT: 408,
  REQUEST_TOO_LARGE: 413,
  SERVICE_BUSY: 503,
  RECOVERY: 503,
  PROOF_REQUIRED: 428,
  FILE_LOST: 404,
  IDENTIFY_AGAIN: 403,
  PASSKEY_REFUSED: 401,
  PASSKEYS_MAX: 409,
} as const

export type RefusalCode = keyof typeof refusalStatus

/** All codes, as a list that keeps its type. */
export const refusalCodes = Object.keys(refusalStatus) as [RefusalCode, ...RefusalCode[]]

/** Codes that also have another status: inside a successful answer, or for another reason. */
export const secondRefusalStatus = {
  OTP_VERIFIED: 200,
  QR_FAIL: 200,
  SLIP_UPLOAD_FAIL: 400,
} as const satisfies Partial<Record<RefusalCode, number>>

/** Why a slip was not credited (the `note` of a slip), with the spec's spelling. */
export const slipReasons = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
] as const

export type SlipReason = (typeof slipReasons)[number]

/** The message, compared exactly, that ends a session on the client. */
export const invalidTokenMessage = 'invalid-token'

/** The message, compared exactly, that reports the end of the whole service. */
export const goneMessage = 'gone'

/** 410 is used only for `gone`. */
export const goneStatus = 410
