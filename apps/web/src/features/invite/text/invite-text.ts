import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the invite sheet; `app` fetches them together with it. */
export const inviteTexts = lazyText('inviteText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useInviteText = inviteTexts.useText
