import { ownText } from '#core/own-text/own-text.ts'
import { loadRefundText } from '#text/refund/refund-pack.ts'

/** The texts of the refund sheet; `app` fetches them together with it. */
export const refundTexts = ownText(loadRefundText)

export const useRefundText = refundTexts.useOwnText
