import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the deposit sheet; `app` fetches them together with it. */
export const depositTexts = lazyText('depositText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useDepositText = depositTexts.useText
