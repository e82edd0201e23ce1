import type { Language } from '@kapao/contract/limits'
import type { BonusText } from './bonus-shape.ts'

const packs: Record<Language, () => Promise<{ bonusText: BonusText }>> = {
  th: () => import('../th/bonus/bonus.ts'),
  la: () => import('../la/bonus/bonus.ts'),
  en: () => import('../en/bonus/bonus.ts'),
}

export async function loadBonusText(language: Language): Promise<BonusText> {
  return (await packs[language]()).bonusText
}
