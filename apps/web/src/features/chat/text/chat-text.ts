import { lazyText } from '#core/lazy-text/lazy-text.ts'

/** The texts of the chat; `app` fetches them together with its file. */
export const chatTexts = lazyText('chatText', {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
})

export const useChatText = chatTexts.useText
