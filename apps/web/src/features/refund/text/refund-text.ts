import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { RefundText } from './shape.ts'

const packs: Record<Language, () => Promise<{ refundText: RefundText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadRefundText(language: Language): Promise<RefundText> {
  return (await packs[language]()).refundText
}

/** The texts of the refund sheet; `app` fetches them together with it. */
export const refundTexts = ownText(loadRefundText)

export const useRefundText = refundTexts.useOwnText
