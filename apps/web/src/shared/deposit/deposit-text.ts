import { ownText } from '#core/own-text/own-text.ts'
import { loadDepositText } from '#text/deposit/deposit-pack.ts'

/** The texts of the deposit sheet; `app` fetches them together with it. */
export const depositTexts = ownText(loadDepositText)

export const useDepositText = depositTexts.useOwnText
