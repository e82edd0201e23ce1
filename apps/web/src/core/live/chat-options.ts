import { socketReconnectMs } from '@kapao/contract/limits'

/**
 * The chat reconnects for as long as it is open; the library's jitter spreads clients that were disconnected together.
 */
export const chatSocketOptions = {
  transports: ['websocket'],
  autoConnect: true,
  reconnection: true,
  reconnectionAttempts: Infinity,
  reconnectionDelay: socketReconnectMs,
  reconnectionDelayMax: socketReconnectMs,
}
