import type { RefusalCode } from '@kapao/contract/refusals'

/** Codes whose message names a limit, or from when it is possible again. */
export type LimitCode = 'WITHDRAW_MINIMUM' | 'WITHDRAW_MAXIMUM' | 'TRANSFER_MINIMUM' | 'DAY_LIMIT'

/** The amount is formatted with its currency, a time with its day; null if the page does not know it. */
type LimitText = (limit: string | null) => string

export type RefusalTexts = { [Code in RefusalCode]: Code extends LimitCode ? LimitText : string }
