import type { HintEvents, HintName } from '@kapao/contract/console/events'
import { io, type Socket } from 'socket.io-client'

export type LineState = 'up' | 'down'

type Handlers = {
  onState: (state: LineState) => void
  onHint: HintEvents
}

const longestPauseMs = 5_000
/** Socket.io does not reconnect after the server has closed it, which the server does when it has missed a notice. */
const openAgainMs = 1_000

/** This socket receives only hints; it is authorized by the same cookie as the calls. */
export function openLine({ onState, onHint }: Handlers): () => void {
  const socket: Socket<HintEvents> = io({
    transports: ['websocket'],
    reconnectionDelayMax: longestPauseMs,
  })
  let again: ReturnType<typeof setTimeout> | undefined
  const openAgain = (): void => {
    clearTimeout(again)
    again = setTimeout(() => socket.connect(), openAgainMs)
  }
  socket.on('connect', () => onState('up'))
  socket.on('disconnect', (reason) => {
    onState('down')
    if (reason !== 'io server disconnect') return
    // The next call shows whether the session has ended, too.
    onHint.me({})
    openAgain()
  })
  socket.on('connect_error', () => {
    onState('down')
    if (!socket.active) openAgain()
  })
  for (const name of Object.keys(onHint) as HintName[]) socket.on(name, onHint[name])
  return () => {
    clearTimeout(again)
    socket.close()
  }
}
