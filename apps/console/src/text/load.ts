import type { Language } from '@kapao/contract/limits'
import type { ConsoleText } from './en/all.ts'

const packs: Record<Language, () => Promise<{ text: ConsoleText }>> = {
  th: () => import('./th/all.ts'),
  la: () => import('./la/all.ts'),
  en: () => import('./en/all.ts'),
}

export async function loadText(language: Language): Promise<ConsoleText> {
  return (await packs[language]()).text
}
