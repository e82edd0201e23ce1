import type { z } from 'zod'
import type { ConsoleRefusalCode } from './refusals.ts'
import type { Right } from './roles.ts'

/**
 * `public` needs no session, `session` needs any signed-in operator, a right needs an operator whose roles grant it.
 * Without the right a call is refused before anything is read.
 */
export type ConsoleAccess = 'public' | 'session' | Right

export type ConsoleRate = 'read' | 'change' | 'search' | 'signin'

export type ConsoleEndpointShape = {
  method: 'GET' | 'POST'
  /** `{name}` is a path parameter and a field of `input`; further fields of a GET come as its query. */
  path: `/api/console/${string}`
  access: ConsoleAccess
  summary: string
  rate: ConsoleRate
  /** Needs a fresh touch of the passkey: it moves money, changes a role or shows a full number. */
  touch?: boolean
  /** About ways in and their touches: a terminal, whose session anybody may have copied, cannot make another one. */
  atBrowser?: boolean
  /** An `Idempotency-Key` header makes a repeated call count once. */
  keyed?: boolean
  /** The body is a form with one file, which is read while it arrives; `input` is of the path alone. */
  multipart?: { files: string[]; fields: string[] }
  input: z.ZodObject | null
  output: z.ZodType
  refusals: readonly ConsoleRefusalCode[]
}

/** Describes one call; an identity function that keeps the literal types. */
export function consoleEndpoint<const E extends ConsoleEndpointShape>(shape: E): E {
  return shape
}

export const refusalsOfEveryConsoleCall = [
  'ADDRESS_NOT_ALLOWED',
  'WRONG_SITE',
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'REQUEST_TIMEOUT',
  'REQUEST_TOO_LARGE',
  'SERVICE_BUSY',
  'INTERNAL_SERVER_ERROR',
] as const satisfies readonly ConsoleRefusalCode[]

/** Codes of every call behind a session. */
export const refusalsOfSession = [
  'NOT_SIGNED_IN',
  'SESSION_ENDED',
] as const satisfies readonly ConsoleRefusalCode[]
