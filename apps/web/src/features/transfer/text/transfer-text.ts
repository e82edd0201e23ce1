import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the transfer sheet; `app` fetches them together with it. */
export const transferTexts = lazyText('transferText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useTransferText = transferTexts.useText
