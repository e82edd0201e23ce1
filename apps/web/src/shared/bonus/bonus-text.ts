import { ownText } from '#core/own-text/own-text.ts'
import { loadBonusText } from '#text/bonus/bonus-pack.ts'

/** The texts of the bonuses; `app` fetches them together with their screen. */
export const bonusTexts = ownText(loadBonusText)

export const useBonusText = bonusTexts.useOwnText
