import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { times, type Attack, type Target } from './target.ts'

/** Pipelined requests on plain connections, whose answers are read or left unread. */
function pipelined(options: {
  path: string
  connections: number
  requests: number
  reads: boolean
}): Attack {
  return async (target) => {
    const text = `GET ${options.path} HTTP/1.1\r\nhost: house\r\n\r\n`.repeat(options.requests)
    const sockets = times(options.connections, () => open(target, text, options.reads))
    await sleep(target.seconds * 1_000)
    for (const socket of sockets) socket.destroy()
  }
}

/** Not from the address of our proxy, which is trusted to send one request after the other. */
const localAddress = '127.0.0.2'

function open({ app }: Target, text: string, reads: boolean): Socket {
  const { port } = new URL(app)
  const place = { host: '127.0.0.1', port: Number(port), localAddress }
  const socket = connect(place, () => socket.write(text))
  socket.on('error', () => socket.destroy())
  if (reads) socket.resume()
  else socket.pause()
  return socket
}

export const docsUnread = pipelined({
  path: '/docs',
  connections: 20,
  requests: 17_700,
  reads: false,
})
export const docsAtOnce = pipelined({ path: '/docs', connections: 1, requests: 2_000, reads: true })
export const lookupsAtOnce = pipelined({
  path: '/api/lookup/active',
  connections: 5,
  requests: 2_000,
  reads: true,
})

/** Connections that begin a request and continue one letter at a time. */
export const halfHeaders: Attack = async (target) => {
  const sockets = times(500, () => open(target, 'GET /api/wallet HTTP/1.1\r\nx-', true))
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }, 1_000)
  await sleep(target.seconds * 1_000)
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
}
