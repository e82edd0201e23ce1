/** Every code that the console may answer, with its HTTP status. This file imports nothing. */
export const consoleRefusalStatus = {
  // Who asks.
  NOT_SIGNED_IN: 401,
  SESSION_ENDED: 401,
  TOUCH_NEEDED: 403,
  NO_RIGHT: 403,
  ADDRESS_NOT_ALLOWED: 403,
  WRONG_SITE: 403,

  // Signing in.
  SIGN_IN_FAILED: 401,
  CHALLENGE_OVER: 400,
  ENROLMENT_OVER: 410,
  PASSKEY_KNOWN: 409,
  PASSKEYS_MAX: 409,
  LAST_WAY_IN: 409,
  PASSWORD_OFF: 403,
  PASSWORD_TOO_WEAK: 400,

  // Work.
  ALREADY_DECIDED: 409,
  DECISION_REFUSED: 409,
  FIELD_WRONG: 400,
  KEY_REUSED: 422,
  IN_PROGRESS: 409,

  // Operators.
  NAME_TAKEN: 409,
  LAST_OPERATOR: 409,
  LAST_OWNER: 409,
  OWN_ROLE: 409,

  // Chat.
  TALK_CLOSED: 409,
  FILE_WRONG: 415,

  // Every call.
  NOT_FOUND: 404,
  KEY_MISSING: 400,
  KEY_INVALID: 400,
  REQUEST_LIMIT: 429,
  REQUEST_TIMEOUT: 408,
  REQUEST_TOO_LARGE: 413,
  SERVICE_BUSY: 503,
  INTERNAL_SERVER_ERROR: 500,
} as const

export type ConsoleRefusalCode = keyof typeof consoleRefusalStatus
