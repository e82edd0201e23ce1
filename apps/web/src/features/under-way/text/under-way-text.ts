import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of home's stack; `app` fetches them together with it. */
export const underWayTexts = lazyText('underWayText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useUnderWayText = underWayTexts.useText
