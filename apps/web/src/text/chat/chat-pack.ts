import type { Language } from '@kapao/contract/limits'
import type { ChatText } from './chat-shape.ts'

const packs: Record<Language, () => Promise<{ chatText: ChatText }>> = {
  th: () => import('../th/chat/chat.ts'),
  la: () => import('../la/chat/chat.ts'),
  en: () => import('../en/chat/chat.ts'),
}

export async function loadChatText(language: Language): Promise<ChatText> {
  return (await packs[language]()).chatText
}
