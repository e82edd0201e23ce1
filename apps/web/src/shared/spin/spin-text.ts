import { ownText } from '#core/own-text/own-text.ts'
import { loadSpinText } from '#text/spin/spin-pack.ts'

/** The texts of the wheel; `app` fetches them together with its screen. */
export const spinTexts = ownText(loadSpinText)

export const useSpinText = spinTexts.useOwnText
