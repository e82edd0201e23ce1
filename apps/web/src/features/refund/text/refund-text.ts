import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the refund sheet; `app` fetches them together with it. */
export const refundTexts = lazyText('refundText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useRefundText = refundTexts.useText
