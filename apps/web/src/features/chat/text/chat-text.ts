import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { ChatText } from './shape.ts'

const packs: Record<Language, () => Promise<{ chatText: ChatText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadChatText(language: Language): Promise<ChatText> {
  return (await packs[language]()).chatText
}

/** The texts of the chat; `app` fetches them together with its file. */
export const chatTexts = ownText(loadChatText)

export const useChatText = chatTexts.useOwnText
