import type { RefusalCode } from '@kapao/contract/refusals'

/** Codes whose message names a limit, or from when it is possible again. */
export type LimitCode = 'WITHDRAW_MINIMUM' | 'WITHDRAW_MAXIMUM' | 'TRANSFER_MINIMUM' | 'DAY_LIMIT'

/** The amount is formatted with its currency; null if the page does not know it. */
type AmountText = (amount: string | null) => string
/** Formatted by the text itself, as the first file of the page has no dates. */
type AgainText = (againAtMs: number | null) => string

export type RefusalTexts = {
  [Code in RefusalCode]: Code extends 'DAY_LIMIT'
    ? AgainText
    : Code extends LimitCode
      ? AmountText
      : string
}
