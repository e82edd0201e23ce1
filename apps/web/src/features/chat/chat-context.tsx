import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { Chat } from './engine/chat.ts'
import type { ChatState } from './engine/store.ts'

const ChatContext = createContext<Chat | null>(null)

export function ChatProvider({ chat, children }: { chat: Chat; children: ReactNode }) {
  return <ChatContext value={chat}>{children}</ChatContext>
}

export function useChat(): Chat {
  const chat = use(ChatContext)
  if (!chat) throw new Error('the chat is used outside ChatProvider')
  return chat
}

export function useChatState(chat: Chat): ChatState {
  return useSyncExternalStore(chat.subscribe, chat.read)
}
