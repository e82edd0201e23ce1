import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { SpinText } from './shape.ts'

const packs: Record<Language, () => Promise<{ spinText: SpinText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadSpinText(language: Language): Promise<SpinText> {
  return (await packs[language]()).spinText
}

/** The texts of the wheel; `app` fetches them together with its screen. */
export const spinTexts = ownText(loadSpinText)

export const useSpinText = spinTexts.useOwnText
