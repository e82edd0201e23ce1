import type { Language } from '@kapao/contract/limits'
import type { SpinText } from './spin-shape.ts'

const packs: Record<Language, () => Promise<{ spinText: SpinText }>> = {
  th: () => import('../th/spin/spin.ts'),
  la: () => import('../la/spin/spin.ts'),
  en: () => import('../en/spin/spin.ts'),
}

export async function loadSpinText(language: Language): Promise<SpinText> {
  return (await packs[language]()).spinText
}
