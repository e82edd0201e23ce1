/** The reply on the wire: an answer, possibly sent slowly, or a cut connection. */
export type Outcome = { answer: Answer; dripMs?: number } | 'dropped'

/** One call from outside, with its body read by content type and kept as bytes for signatures. */
export type Call = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  raw: Buffer
}

/** `body` is sent as JSON; `text` and `bytes` are sent as they are, with their own `type`. */
export type Answer = {
  status?: number
  body?: unknown
  text?: string
  bytes?: Buffer
  type?: string
  headers?: Record<string, string>
}

/** An impossible request; the message is shown to the caller. */
export class Impossible extends Error {}
