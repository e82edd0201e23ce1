import type { LinkEvents } from '../../../features/chat/engine/deps.ts'

/** A frame without a network has no socket to the server; that of the chat is up, as members have it, and says nothing. */
export function openSocket(): () => void {
  return () => undefined
}

export function openChatSocket(_place: unknown, { onState }: LinkEvents) {
  onState('up')
  return { close: () => undefined, sendTyping: () => undefined }
}
