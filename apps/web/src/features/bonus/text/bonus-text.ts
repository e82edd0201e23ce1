import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the bonuses; `app` fetches them together with their screen. */
export const bonusTexts = lazyText('bonusText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useBonusText = bonusTexts.useText
