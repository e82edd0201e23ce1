import { createServer, type Socket } from 'node:net'

/**
 * A PG-shaped provider that answers at once and keeps no books, as a separate process, so that the measurement covers
 * the server only. Over plain sockets, since a whole HTTP server would use more of the two cores than the measured
 * server. On the message `{hang: code}` it accepts calls for that provider and never answers.
 */
let hanging: string | null = null

const server = createServer((socket) => {
  let received = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: string) => {
    received += part
    for (let rest = takeOne(received); rest; rest = takeOne(received)) {
      received = rest.after
      answer(socket, rest)
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send!({ port })
})
process.on('message', (order: { hang: string | null }) => (hanging = order.hang))
process.on('disconnect', () => process.exit())

type Request = { path: string; body: string; after: string }

function takeOne(received: string): Request | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0)
  const end = headEnd + 4 + length
  if (received.length < end) return null
  const path = received.slice(received.indexOf(' ') + 1, received.indexOf('?'))
  return { path, body: received.slice(headEnd + 4, end), after: received.slice(end) }
}

const held = 1_000_000

function answer(socket: Socket, { path, body }: Request): void {
  if (hanging !== null && path.startsWith(`/games/${hanging}/`)) return
  const text = JSON.stringify({ data: dataFor(path, body), error: null })
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
  )
}

function dataFor(path: string, body: string): object {
  if (path.endsWith('/TransferIn')) {
    const amount = Number(/(?:^|&)amount=([\d.]+)/.exec(body)?.[1])
    return { balanceAmountBefore: held, balanceAmount: held + amount, amount }
  }
  if (path.endsWith('/GetPlayerWallet')) return { totalBalance: 0 }
  return { action_result: 1 }
}
