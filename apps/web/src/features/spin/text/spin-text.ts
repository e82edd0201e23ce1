import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the wheel; `app` fetches them together with its screen. */
export const spinTexts = lazyText('spinText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useSpinText = spinTexts.useText
