import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** The effect on the calls of a page: `fine` lets them pass. */
export type LineState = 'fine' | 'fails' | 'fails late' | 'hangs' | 'empty' | 'nulls' | 'down'

export type FaultyLine = {
  address: string
  /** All calls, or those whose path matches. */
  set: (line: LineState, paths?: RegExp) => void
  close: () => Promise<void>
}

const failure = { code: 'INTERNAL_SERVER_ERROR', message: '' }
const lateMs = 3_000

const everyCall = /^\/api\/(?!log(?:in|out))/

/**
 * A proxy between a browser and the server that spoils the answers to calls, while the page and its files pass. Logging
 * in and out passes too, so that every screen can be reached.
 */
export async function startFaultyLine(app: string): Promise<FaultyLine> {
  const upstream = new URL(app)
  const sockets = new Set<Socket>()
  let line: LineState = 'fine'
  let spoiled = everyCall

  const server = createServer((asked, answer) => {
    const isCall = spoiled.test(asked.url ?? '')
    if (line === 'fine' || (!isCall && line !== 'down')) pass(asked, answer, { upstream })
    else if (line === 'down') asked.socket.destroy()
    else if (line === 'fails') say(answer, 500, failure)
    else if (line === 'fails late') setTimeout(() => say(answer, 500, failure), lateMs)
    else if (line === 'empty') say(answer, 200, {})
    else if (line === 'nulls') pass(asked, answer, { upstream, change: nullsIn })
    // A hanging request is never answered.
  })
  server.on('upgrade', (asked: IncomingMessage, socket: Socket) => {
    if (line !== 'fine') socket.destroy()
    else tunnel(asked, socket, upstream)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next, paths = everyCall) => {
      line = next
      spoiled = paths
      if (next === 'down') for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type PassOptions = { upstream: URL; change?: (body: unknown) => unknown }

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  { upstream, change }: PassOptions,
): void {
  const { 'accept-encoding': packed, ...headers } = asked.headers
  const onward = forward(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: asked.url,
      method: asked.method,
      headers: change ? headers : { ...headers, 'accept-encoding': packed ?? 'identity' },
    },
    (got) => {
      if (!change) {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
        return
      }
      let text = ''
      got.setEncoding('utf8').on('data', (part: string) => (text += part))
      got.on('end', () => say(answer, got.statusCode ?? 502, change(JSON.parse(text || 'null'))))
    },
  )
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

function tunnel(asked: IncomingMessage, socket: Socket, upstream: URL): void {
  const onward = connect(Number(upstream.port), upstream.hostname, () => {
    const headers = Object.entries(asked.headers).map(
      ([name, value]) => `${name}: ${String(value)}`,
    )
    onward.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}

function say(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  answer.end(JSON.stringify(body))
}

/** Replaces every text, number and flag at the leaves by null; the shape stays. */
function nullsIn(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(nullsIn)
  if (typeof body !== 'object' || body === null) return null
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, nullsIn(value)]))
}
