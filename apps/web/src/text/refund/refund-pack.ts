import type { Language } from '@kapao/contract/limits'
import type { RefundText } from './refund-shape.ts'

const packs: Record<Language, () => Promise<{ refundText: RefundText }>> = {
  th: () => import('../th/refund/refund.ts'),
  la: () => import('../la/refund/refund.ts'),
  en: () => import('../en/refund/refund.ts'),
}

export async function loadRefundText(language: Language): Promise<RefundText> {
  return (await packs[language]()).refundText
}
