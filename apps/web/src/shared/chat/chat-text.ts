import { ownText } from '#core/own-text/own-text.ts'
import { loadChatText } from '#text/chat/chat-pack.ts'

/** The texts of the chat; `app` fetches them together with its file. */
export const chatTexts = ownText(loadChatText)

export const useChatText = chatTexts.useOwnText
