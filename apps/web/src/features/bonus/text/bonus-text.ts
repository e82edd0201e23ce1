import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { BonusText } from './shape.ts'

const packs: Record<Language, () => Promise<{ bonusText: BonusText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadBonusText(language: Language): Promise<BonusText> {
  return (await packs[language]()).bonusText
}

/** The texts of the bonuses; `app` fetches them together with their screen. */
export const bonusTexts = ownText(loadBonusText)

export const useBonusText = bonusTexts.useOwnText
