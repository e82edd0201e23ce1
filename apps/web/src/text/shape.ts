import type { Variant } from '@kapao/contract/limits'
import type { RefusalCode, SlipReason } from '@kapao/contract/refusals'
import type { memberRefusals } from './en/member-refusals.ts'
import type { publicRefusals } from './en/public-refusals.ts'
import type { AgoWords, CurrencyWords } from '#core/format.ts'

/** Codes whose message names a limit. */
export type LimitCode = 'WITHDRAW_MINIMUM' | 'WITHDRAW_MAXIMUM' | 'TRANSFER_MINIMUM'

/** The amount comes formatted with its currency, or null where the page does not know the limit. */
export type LimitText = (amount: string | null) => string

export type RefusalTexts = { [Code in RefusalCode]: Code extends LimitCode ? LimitText : string }

/** English decides which pack holds a code; the other languages must follow. */
export type PublicRefusals = Pick<RefusalTexts, keyof typeof publicRefusals>
export type MemberRefusals = Pick<RefusalTexts, keyof typeof memberRefusals>

/** Texts that are needed before anybody has logged in. */
export type PublicText = {
  language: { label: string; failed: string }
  front: {
    status: string
    sentence: string
    variant: Record<Variant, string>
    docs: string
  }
  notFound: { sentence: string; home: string }
  terminated: { sentence: string }
  error: { generic: string }
  currency: CurrencyWords
  ago: AgoWords
  refusals: PublicRefusals
}

/** Texts that are needed behind the login only. */
export type MemberText = {
  refusals: MemberRefusals
  slipReasons: Record<SlipReason, string>
}
