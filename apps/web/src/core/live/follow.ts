import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { whenIdle } from '#core/start/idle.ts'
import type { LineState } from './socket.ts'

/** How often the page polls while it has no socket. */
const pollEveryMs = 10_000

export type LiveHandlers = {
  /** The socket is open, perhaps again: what was missed has to be fetched. */
  onUp: () => void
  /** Time to poll, because there is no socket. */
  onAsk: () => void
  /** The server refuses the socket: only a call returns the reason, whatever is on the screen. */
  onRefused: () => void
}

/** Keeps a socket to the server open, and polls while there is none; returns a function that stops it. */
export function followServer(token: string, { onUp, onAsk, onRefused }: LiveHandlers): () => void {
  let state: LineState = 'down'
  let close: (() => void) | null = null
  let isStopped = false

  const turn = (now: LineState): void => {
    state = now
    if (now === 'up') onUp()
    if (now === 'refused') onRefused()
  }
  const open = async (): Promise<void> => {
    const { openSocket } = await import('./socket.ts')
    if (!isStopped) close = openSocket(token, turn)
  }
  // The page is drawn and filled first. If the file cannot be loaded there is no socket, and the page goes on polling.
  whenIdle(() => {
    if (!isStopped) void open().catch(() => undefined)
  })
  const asking = setInterval(() => {
    if (state !== 'up' && isWorthAsking()) onAsk()
  }, pollEveryMs)

  return () => {
    isStopped = true
    clearInterval(asking)
    close?.()
  }
}
