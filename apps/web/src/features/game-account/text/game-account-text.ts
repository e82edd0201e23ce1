import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of a game's sheet; `app` fetches them together with it. */
export const gameAccountTexts = lazyText('gameAccountText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useGameAccountText = gameAccountTexts.useText
