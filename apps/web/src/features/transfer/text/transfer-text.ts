import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { TransferText } from './shape.ts'

const packs: Record<Language, () => Promise<{ transferText: TransferText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadTransferText(language: Language): Promise<TransferText> {
  return (await packs[language]()).transferText
}

/** The texts of the transfer sheet; `app` fetches them together with it. */
export const transferTexts = ownText(loadTransferText)

export const useTransferText = transferTexts.useOwnText
