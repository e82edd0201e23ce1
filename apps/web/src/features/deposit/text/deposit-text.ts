import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { DepositText } from './shape.ts'

const packs: Record<Language, () => Promise<{ depositText: DepositText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadDepositText(language: Language): Promise<DepositText> {
  return (await packs[language]()).depositText
}

/** The texts of the deposit sheet; `app` fetches them together with it. */
export const depositTexts = ownText(loadDepositText)

export const useDepositText = depositTexts.useOwnText
