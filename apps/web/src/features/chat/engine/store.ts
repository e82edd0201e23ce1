import { emptyStory, type Story } from '../story/merge.ts'
import type { LinkState } from './deps.ts'

export type ChatState = {
  /** `resting` until the chat begins; `failed` if not even the newest messages could be read. */
  phase: 'resting' | 'loading' | 'ready' | 'failed'
  story: Story
  /** `none` if no chat server is configured. */
  link: 'none' | LinkState
  isCatchingUp: boolean
  older: 'idle' | 'loading' | 'failed'
  /** Unread messages, as the server counts them. */
  unread: number
  /** The number up to which staff have read. */
  seen: number
  isTyping: boolean
}

export type Store = {
  read: () => ChatState
  subscribe: (listener: () => void) => () => void
  change: (part: Partial<ChatState>) => void
}

export function createStore(link: ChatState['link']): Store {
  let state: ChatState = {
    phase: 'resting',
    story: emptyStory,
    link,
    isCatchingUp: false,
    older: 'idle',
    unread: 0,
    seen: 0,
    isTyping: false,
  }
  const listeners = new Set<() => void>()
  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (part) => {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
  }
}
