import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** `public` needs no session, `member` needs one, `guest` takes a member's session or a signed guest id. */
export type Access = 'public' | 'member' | 'guest'

/** The counter of the rate limiter that a call belongs to; the figures are in the server's rate-limit file. */
export type RateClass =
  | 'read'
  | 'receipt'
  | 'change'
  | 'money'
  | 'login'
  | 'otp'
  | 'guess'
  | 'upload'
  | 'chat'

export type EndpointShape = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` is a path parameter and a field of `input`; a last part in `[/...]` is optional. */
  path: `/api/${string}`
  access: Access
  /** The row of the table in docs/requirements.md; calls added by Kapao have none. */
  row?: number
  summary: string
  rate: RateClass
  /** True when an `Idempotency-Key` header makes a repeated call count once. */
  keyed?: boolean
  /** Fields of the path and of the JSON body together, or null for none. A strict object refuses unknown fields. */
  input: z.ZodObject | null
  /** Set for calls that take `multipart/form-data`: the handler validates the fields while they stream. */
  multipart?: { files: string[]; fields: string[] }
  output: z.ZodType
  /** The codes that this call may refuse with, besides those of every call. */
  refusals: readonly RefusalCode[]
}

/** Whether a call changes nothing. */
export function isRead({ rate }: Pick<EndpointShape, 'rate'>): boolean {
  return rate === 'read' || rate === 'receipt'
}

/** Describes one call; an identity function that keeps the literal types. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape
}

/** Codes that any call may answer, whatever it does. */
export const refusalsOfEveryCall = [
  'INVALID_IP',
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'REQUEST_TIMEOUT',
  'REQUEST_TOO_LARGE',
  'SERVICE_BUSY',
  'RECOVERY',
  'INTERNAL_SERVER_ERROR',
] as const satisfies readonly RefusalCode[]

/** Codes that any call behind a session may answer. */
export const refusalsOfMemberCalls = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
] as const satisfies readonly RefusalCode[]

/** Codes that any call with an `Idempotency-Key` may answer. */
export const refusalsOfKeyedCalls = [
  'KEY_REUSED',
  'REQUEST_IN_PROGRESS',
  'ABANDONED',
] as const satisfies readonly RefusalCode[]
