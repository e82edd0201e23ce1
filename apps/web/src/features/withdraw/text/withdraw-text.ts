import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the withdraw sheet; `app` fetches them together with it. */
export const withdrawTexts = lazyText('withdrawText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useWithdrawText = withdrawTexts.useText
