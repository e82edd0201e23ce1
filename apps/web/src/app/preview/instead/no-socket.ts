/** A frame without a network has no socket to the server, nor to the chat. */
export function openSocket(): () => void {
  return () => undefined
}

export function openChatSocket(): { close: () => void; sendTyping: () => void } {
  return { close: () => undefined, sendTyping: () => undefined }
}
