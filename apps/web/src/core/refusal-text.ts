import type { RefusalCode } from '@kapao/contract/refusals'
import type { LimitCode, RefusalTexts } from '#text/refusal-texts.ts'

/** The fields an answer may carry besides its status; any may be missing or of another type. */
export type ErrorBody = { code?: unknown; message?: unknown } | null | undefined

/** Amounts, already formatted, and moments, for the messages that name a limit. */
export type Limits = { [Code in LimitCode]?: Parameters<RefusalTexts[Code]>[0] }

/** A machine-readable name: capitals with underscores, or a bare word such as `invalid-token`. */
const codeLike = /^(?:[A-Z0-9]+(?:_[A-Z0-9]*)*|[a-z0-9]+(?:[-_][a-z0-9]+)*)$/

/**
 * The sentence for a refusal: by its code, else by a message that is a code, else the message itself if it was written
 * for people, else the generic sentence. A bare code never reaches the screen.
 */
export function translateRefusal(
  texts: { refusals: Partial<RefusalTexts>; generic: string },
  body: ErrorBody,
  limits: Limits = {},
): string {
  const { code, message } = body ?? {}
  const known = [code, message].find((value) => isKeyOf(texts.refusals, value))
  if (known !== undefined) return sentenceOf(texts.refusals, known, limits)
  if (typeof message !== 'string') return texts.generic
  const words = message.trim()
  return words === '' || codeLike.test(words) ? texts.generic : words
}

function sentenceOf(texts: Partial<RefusalTexts>, code: RefusalCode, limits: Limits): string {
  const text = texts[code]
  if (typeof text === 'function')
    return (text as (limit: unknown) => string)(limits[code as LimitCode] ?? null)
  return text ?? ''
}

function isKeyOf<T extends object>(texts: T, value: unknown): value is keyof T & string {
  return typeof value === 'string' && Object.hasOwn(texts, value)
}
