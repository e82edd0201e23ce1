import { socketReconnectMs } from '@kapao/contract/limits'

/** The line of the chat is tried for as long as somebody is at it; the library's own jitter spreads those who were cut together. */
export const chatSocketOptions = {
  transports: ['websocket'],
  autoConnect: true,
  reconnection: true,
  reconnectionAttempts: Infinity,
  reconnectionDelay: socketReconnectMs,
  reconnectionDelayMax: socketReconnectMs,
}
