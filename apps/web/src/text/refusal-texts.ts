import type { RefusalCode } from '@kapao/contract/refusals'

/** Codes whose message names a limit. */
export type LimitCode = 'WITHDRAW_MINIMUM' | 'WITHDRAW_MAXIMUM' | 'TRANSFER_MINIMUM'

/** The amount is formatted with its currency, or null if the page does not know the limit. */
type LimitText = (amount: string | null) => string

export type RefusalTexts = { [Code in RefusalCode]: Code extends LimitCode ? LimitText : string }
