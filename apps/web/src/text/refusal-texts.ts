import type { RefusalCode } from '@kapao/contract/refusals'

/** Codes whose message names a limit, or from when it is possible again. */
export type LimitCode = 'WITHDRAW_MINIMUM' | 'WITHDRAW_MAXIMUM' | 'TRANSFER_MINIMUM' | TimedCode
type TimedCode = 'DAY_LIMIT' | 'CHAT_BLOCKED'

/** The amount is formatted with its currency; null if the page does not know it. */
type AmountText = (amount: string | null) => string
/** Formatted by the text itself, as the first file of the page has no dates. */
type AgainText = (againAtMs: number | null) => string

export type RefusalTexts = {
  [Code in RefusalCode]: Code extends TimedCode
    ? AgainText
    : Code extends LimitCode
      ? AmountText
      : string
}
