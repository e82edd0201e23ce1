import type { HintEvents, HintName } from '@kapao/contract/console/events'
import { io, type Socket } from 'socket.io-client'

export type LineState = 'up' | 'down'

type Handlers = {
  onState: (state: LineState) => void
  onHint: HintEvents
}

const longestPauseMs = 5_000

/** Hints alone come over this line; it is let in by the same cookie as the calls. */
export function openLine({ onState, onHint }: Handlers): () => void {
  const socket: Socket<HintEvents> = io({
    transports: ['websocket'],
    reconnectionDelayMax: longestPauseMs,
  })
  socket.on('connect', () => onState('up'))
  socket.on('disconnect', (reason) => {
    onState('down')
    // The server has ended it: whether the session has ended, too, the next call says.
    if (reason === 'io server disconnect') onHint.me({})
  })
  socket.on('connect_error', () => onState('down'))
  for (const name of Object.keys(onHint) as HintName[]) socket.on(name, onHint[name])
  return () => void socket.close()
}
