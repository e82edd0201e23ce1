import type { IncomingMessage } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RawAnswers } from '../broken-request.ts'
import { createAllowance } from '../../limits/allowance.ts'
import { addressReader, proxyFinder } from '../gate.ts'
import type { Log } from '../../telemetry/log.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { openConnectionBook, type ConnectionBook, type Connection, type Exchange } from './book.ts'
import { connectionLimits, scaleLimits, type ConnectionLimits } from './limits.ts'
import { checkConnections } from './check.ts'
import { takeRequests, type Handle } from './requests.ts'
import { readInSlices } from './slices.ts'

type Why = 'connections' | 'unanswered' | 'unread' | 'flood' | 'refused'

export type GuardDeps = {
  answers: RawAnswers
  log: Pick<Log, 'warn'>
  trustedProxies: readonly string[]
  isTls: boolean
  /** Multiplies the limits of one network; for load tests. */
  factor: number
  limits?: Partial<ConnectionLimits>
  readMs?: () => number
}

/**
 * Sits between a server's connections and its framework, so that one network's input or unread output costs the others
 * nothing. Call it once, after the server has its own listeners and before it listens.
 */
export function guardConnections(server: Server, deps: GuardDeps): void {
  const { isTls, readMs = () => performance.now() } = deps
  const limits = scaleLimits({ ...connectionLimits, ...deps.limits }, deps.factor)
  const { note, report } = countCuts(deps.log)
  const isProxy = proxyFinder(deps.trustedProxies)
  const book = openConnectionBook({ limits, isTls, isProxy, onCut: note, readMs })
  const cut = (connection: Connection, why: Why): void => {
    connection.isEnding = true
    note(why)
    connection.session?.destroy()
    connection.socket.destroy()
  }
  const inside = { ...deps, limits, book, note, cut, readMs }
  guardRequests(server, inside)
  guardSockets(server, inside)
  if (isTls) guardSessions(server, inside)
  const looking = setInterval(() => {
    checkConnections(book.all(), { limits, cut, readMs })
    report()
  }, limits.lookEveryMs).unref()
  server.once('close', () => clearInterval(looking))
}

type GuardParts = Omit<GuardDeps, 'limits' | 'readMs'> & {
  limits: ConnectionLimits
  book: ConnectionBook
  note: (why: Why) => void
  cut: (connection: Connection, why: Why) => void
  readMs: () => number
}

function guardRequests(server: Server, { answers, trustedProxies, ...inside }: GuardParts): void {
  const { limits, book, note, cut, readMs } = inside
  const readAddress = addressReader(trustedProxies)
  const [handle] = takeListeners(server, 'request') as unknown as Handle[]
  const onRefused = (): void => note('refused')
  const requests = takeRequests({ limits, answers, handle: handle!, cut, onRefused, readMs })
  const take = (
    request: Exchange['request'],
    response: Exchange['response'],
    isRefused?: 405 | 417,
  ): void => {
    const key = 'stream' in request ? request.stream.session : request.socket
    const connection = key ? book.find(key) : null
    if (!connection) return void request.socket.destroy()
    const network = connection.network ?? networkOf(readAddress(request))
    requests.take(connection, { request, response, network, hasBegun: false }, isRefused)
  }
  server.on('request', (request, response) => take(request, response))
  server.on('checkExpectation', (request, response) => take(request, response, 417))
  server.on('connect', (request, answer: Exchange['response'] | Duplex) => {
    // Over HTTP/1.1 this event comes with the bare socket, and there is no such request to answer.
    if ('writeHead' in answer) take(request, answer, 405)
    else answer.destroy()
  })
}

function guardSockets(server: Server, { isTls, book }: GuardParts): void {
  const takeConnection = takeListeners(server, 'connection')
  const stops = new WeakMap<Duplex, () => void>()
  const read = (socket: Socket, connection: Connection): void => {
    // A trusted proxy sends a request only after the previous one is answered, and Node's own reading is far cheaper.
    if (connection.network === null) return
    const stop = readInSlices(socket, connection, () => !connection.isEnding && !socket.destroyed)
    stops.set(socket, stop)
  }
  server.on('connection', (socket: Socket) => {
    const connection = book.admit(socket)
    if (!connection) return void socket.destroy()
    for (const listener of takeConnection) listener.call(server, socket)
    if (!isTls) read(socket, connection)
  })
  // Registered before the server starts a session on it; read in slices only when the server took it as HTTP/1.1.
  server.prependListener('secureConnection', (socket: Socket) => {
    if (!book.secure(socket)) socket.destroy()
  })
  server.on('secureConnection', (socket: Socket & { alpnProtocol?: string | false }) => {
    const connection = book.find(socket)
    if (connection && socket.alpnProtocol !== 'h2') read(socket, connection)
  })
  server.prependListener('upgrade', (_request: IncomingMessage, socket: Socket) => {
    const connection = book.find(socket)
    stops.get(socket)?.()
    // Earlier requests would be answered into the upgraded stream, and without an upgrade listener the upgrade fails.
    if (!connection || connection.exchanges.size > 0 || server.listenerCount('upgrade') < 2)
      return void socket.destroy()
    book.leave(connection)
  })
}

/** HTTP/2 has frames that are not requests but require an answer. */
function guardSessions(server: Server, { limits, book, cut, readMs }: GuardParts): void {
  server.on('session', (session: Http2Session) => {
    const connection = book.begin(session)
    if (!connection) return session.destroy()
    const mayControl = createAllowance(limits.controlFrames, readMs)
    const count = (): void => {
      if (!mayControl()) cut(connection, 'flood')
    }
    session.on('ping', count)
    session.on('remoteSettings', count)
  })
}

type Listener = (...args: unknown[]) => unknown

function takeListeners(server: Server, event: 'request' | 'connection'): Listener[] {
  const listeners = server.listeners(event) as Listener[]
  server.removeAllListeners(event)
  return listeners
}

const reportEveryLooks = 10

/** A flood of requests must not flood the log. */
function countCuts(log: Pick<Log, 'warn'>): { note: (why: Why) => void; report: () => void } {
  let counts: Partial<Record<Why, number>> = {}
  let looks = 0
  return {
    note: (why) => void (counts[why] = (counts[why] ?? 0) + 1),
    report: () => {
      looks += 1
      if (looks % reportEveryLooks !== 0 || Object.keys(counts).length === 0) return
      log.warn(counts, 'connections exceeded their limits')
      counts = {}
    },
  }
}
