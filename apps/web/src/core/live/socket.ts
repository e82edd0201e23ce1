import type { ClientEvents, PushName, ServerEvents } from '@kapao/contract/events'
import { socketReconnectMs } from '@kapao/contract/limits'
import { io, type Socket } from 'socket.io-client'
import { tellPush, type Told } from './pushes.ts'

export type LineState = 'up' | 'down' | 'refused'

// The contract's own list comes with its schemas, which the page must not load.
const names: Record<PushName, true> = {
  wallet: true,
  deposit: true,
  transfer: true,
  withdrawal: true,
  reward: true,
  chat: true,
}
/** After a restart of the server all pages come back; each takes its own time. */
const longestPauseMs = 5_000

/** Opens the line to the server that served the page; the token travels inside and never in an address. */
export function openSocket(token: string, onState: (state: LineState) => void): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: socketReconnectMs,
    reconnectionDelayMax: longestPauseMs,
  })
  socket.on('connect', () => onState('up'))
  // Cut by the server, it is not opened again: the session has ended, or there are too many of this member's.
  socket.on('disconnect', (reason) =>
    onState(reason === 'io server disconnect' ? 'refused' : 'down'),
  )
  socket.on('connect_error', () => onState(socket.active ? 'down' : 'refused'))
  for (const name of Object.keys(names) as PushName[])
    socket.on(name, (push: unknown) => tellPush({ name, push } as Told))
  return () => void socket.close()
}
