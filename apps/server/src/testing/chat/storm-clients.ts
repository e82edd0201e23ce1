import { io, type Socket } from 'socket.io-client'

/** Thousands of open pages in a separate process, which open sockets as the page does. Started by the bench. */
export type Job = { address: string; pages: { auth: Record<string, string>; network: string }[] }
export type StormReport =
  | { what: 'counted'; connected: number; refused: Record<string, number> }
  | { what: 'received'; received: number }

const reconnectMs = 500
const openedAtOnce = 50
const openedEveryMs = 60

process.on('message', (job: Job) => void run(job))
process.on('disconnect', () => process.exit())

async function run({ address, pages }: Job): Promise<void> {
  const sockets: Socket[] = []
  const refused: Record<string, number> = {}
  let received = 0
  for (const [at, { auth, network }] of pages.entries()) {
    const socket = io(address, {
      transports: ['websocket'],
      forceNew: true,
      auth,
      reconnectionDelay: reconnectMs,
      reconnectionDelayMax: reconnectMs,
      extraHeaders: { 'x-forwarded-for': network },
    })
    socket.on('messaging', () => (received += 1))
    socket.on('connect_error', (error) => {
      refused[error.message] = (refused[error.message] ?? 0) + 1
      // A socket refused by name does not reconnect on its own.
      if (!socket.active) setTimeout(() => socket.connect(), reconnectMs)
    })
    sockets.push(socket)
    if (at % openedAtOnce === 0) await new Promise((resolve) => setTimeout(resolve, openedEveryMs))
  }
  setInterval(() => {
    const connected = sockets.filter((socket) => socket.connected).length
    process.send!({ what: 'counted', connected, refused } satisfies StormReport)
    process.send!({ what: 'received', received } satisfies StormReport)
  }, 50)
}
