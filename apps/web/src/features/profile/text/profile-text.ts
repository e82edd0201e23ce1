import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of notices; `app` fetches them together with the profile, or with the note of a warning. */
export const profileTexts = lazyText('profileText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useProfileText = profileTexts.useText
