import { ownText } from '#core/own-text/own-text.ts'
import { loadWithdrawText } from '#text/withdraw/withdraw-pack.ts'

/** The texts of the withdraw sheet and of the card on home; `app` fetches them together with either. */
export const withdrawTexts = ownText(loadWithdrawText)

export const useWithdrawText = withdrawTexts.useOwnText
