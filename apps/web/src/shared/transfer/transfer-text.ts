import { ownText } from '#core/own-text/own-text.ts'
import { loadTransferText } from '#text/transfer/transfer-pack.ts'

/** The texts of the transfer sheet; `app` fetches them together with it. */
export const transferTexts = ownText(loadTransferText)

export const useTransferText = transferTexts.useOwnText
