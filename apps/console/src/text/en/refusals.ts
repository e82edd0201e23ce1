import type { ConsoleRefusalCode } from '@kapao/contract/console/refusals'

export const refusals: Record<ConsoleRefusalCode | 'UNREACHABLE' | 'UNKNOWN', string> = {
  NOT_SIGNED_IN: 'Sign in first.',
  SESSION_ENDED: 'Your session has ended. Sign in again.',
  TOUCH_NEEDED: 'This needs to be confirmed with your passkey. Nothing was changed.',
  NO_RIGHT: 'Your roles do not allow it.',
  ADDRESS_NOT_ALLOWED: 'The console is not open to this network.',
  WRONG_SITE: 'This request came from another page. Reload the console.',
  SIGN_IN_FAILED: 'That did not match. Try again, or sign in another way.',
  CHALLENGE_OVER: 'That took too long. Start again.',
  ENROLMENT_OVER: 'This link has been used or replaced, or is more than an hour old.',
  PASSKEY_KNOWN: 'This passkey is already registered.',
  PASSKEYS_MAX: 'There are already ten passkeys. Remove one first.',
  LAST_WAY_IN: 'This is your last way in. Add another one first.',
  RECOVERY_CODE_WRONG: 'This recovery code is wrong, or was used before.',
  PASSWORD_OFF: 'This house allows passkeys only.',
  PASSWORD_TOO_WEAK: 'The password is too easy to guess. Use 12 characters or more.',
  ALREADY_DECIDED: 'Somebody else has decided this in the meantime.',
  DECISION_REFUSED: 'The house’s rules do not allow this decision.',
  FIELD_WRONG: 'A field is wrong.',
  KEY_REUSED: 'Something else was sent under the same key. Reload the page.',
  IN_PROGRESS: 'This is already being done. Wait a moment, then send it again.',
  NAME_TAKEN: 'An operator with this name exists.',
  JOIN_CODE_UNKNOWN:
    'This join code is not known, or no longer valid. Check each letter, or ask the new operator for a new one.',
  JOIN_CODE_OTHER_NAME:
    'This join code was made for another name. Type the name exactly as the new operator did.',
  FIRST_OWNS:
    'Your own first operator must be Owner and have no other role, because the demo’s operators are disabled at that moment.',
  LAST_OPERATOR: 'This is the last operator.',
  LAST_OWNER: 'This is the last owner.',
  OWN_ROLE: 'Nobody changes their own roles.',
  TALK_CLOSED: 'This conversation is closed.',
  FILE_WRONG: 'This is not a picture or video that can be sent. PNG, JPEG, GIF, MP4 and MOV can.',
  NOT_FOUND: 'There is nothing with this id, or your roles do not include it.',
  KEY_MISSING: 'The page is older than the server. Reload it.',
  KEY_INVALID: 'A field is not in the right form.',
  REQUEST_LIMIT: 'Too many attempts. Wait a minute.',
  REQUEST_TIMEOUT: 'The answer took too long. Try again.',
  REQUEST_TOO_LARGE: 'That was too much to send.',
  SERVICE_BUSY: 'The house is busy. Try again in a moment.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side. It has been recorded; try again.',
  UNREACHABLE: 'No answer came. Check the connection, then try again.',
  UNKNOWN: 'Something went wrong. Try again.',
}

export type RefusalText = typeof refusals
