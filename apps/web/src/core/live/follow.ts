import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { whenIdle } from '#core/start/idle.ts'
import type { LineState } from './socket.ts'

/** How often the page asks by itself while there is no line. */
const askEveryMs = 10_000

export type Following = {
  /** The line is up, again perhaps: what was missed meanwhile has to be fetched. */
  onUp: () => void
  /** No line: a good moment to ask. */
  onAsk: () => void
  /** The server wants no line of ours: only a call tells why, whatever is on the screen. */
  onRefused: () => void
}

/** Keeps a line to the server, and asks from time to time while there is none; answers how to stop. */
export function followServer(token: string, { onUp, onAsk, onRefused }: Following): () => void {
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
  // The page is drawn and filled first. Without the file there is no line; the page goes on asking.
  whenIdle(() => {
    if (!isStopped) void open().catch(() => undefined)
  })
  const asking = setInterval(() => {
    if (state !== 'up' && isWorthAsking()) onAsk()
  }, askEveryMs)

  return () => {
    isStopped = true
    clearInterval(asking)
    close?.()
  }
}
