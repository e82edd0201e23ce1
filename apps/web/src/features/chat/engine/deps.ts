import type { Media, MessageInput, ServerLine } from '../story/line.ts'

export type LinkState = 'up' | 'down' | 'refused'

export type ChatStatus = { unread: number; seen: number; isTyping: boolean }

export type LinkEvents = {
  onState: (state: LinkState) => void
  onMessage: (received: ServerLine) => void
  onChat: (status: ChatStatus) => void
}

export type Link = { close: () => void; sendTyping: () => void }

/** The participant, as the server knows them. */
export type Who = { id: string; unread: number; seen: number }

/** The server's side of a conversation, and what this device stores of ours. */
export type ChatDeps = {
  /** Identifies the participant; called again if the socket is refused. */
  open: () => Promise<Who>
  /** Newest first. */
  readPage: (skip: number) => Promise<readonly ServerLine[]>
  /** Resolves with the time of the message. */
  send: (message: MessageInput, session: string | null) => Promise<string>
  upload: (
    file: File,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<Media>
  markRead: (seq: number) => Promise<unknown>
  /** Opens the socket; null if no chat server is configured, and the page polls instead. */
  openLink: ((events: LinkEvents) => Link) | null
  outbox: {
    read: (who: string) => MessageInput[]
    write: (who: string, waiting: readonly MessageInput[]) => void
  }
  isWorthAsking: () => boolean
  makeId: () => string
  preview: { make: (file: File) => string; drop: (address: string) => void }
}
