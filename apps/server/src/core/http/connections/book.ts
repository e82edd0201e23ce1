import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { memoryBuckets, networkOf } from '../rate-limit.ts'
import type { ConnectionLimits } from './limits.ts'

export type Exchange = {
  request: IncomingMessage | Http2ServerRequest
  response: ServerResponse | Http2ServerResponse
  /** Who it is counted for, which behind a proxy is another one for each request. */
  network: string
  hasBegun: boolean
}

export type Connection = {
  /** Null for a proxy of ours, which stands for everybody. */
  network: string | null
  /** By which its TLS is found. */
  peer: string
  /** What was accepted, below TLS. */
  raw: Socket
  /** What is read and written: the same, or its TLS. */
  socket: Socket
  session: Http2Session | null
  isOpening: boolean
  isEnding: boolean
  /** Requests that have no answer yet, in the order in which they came. */
  exchanges: Set<Exchange>
  /** When it began to do nothing. */
  idleSinceMs: number
  /** As soon as it has sent more than this, it is cut. */
  readBytesMax: number
  unread: { sinceMs: number; takenBytes: number } | null
}

export type Book = {
  /** Null when there is no room, and none can be made. */
  admit: (socket: Socket) => Connection | null
  /** To be called when the TLS of what was admitted stands. */
  secure: (socket: Socket) => Connection | null
  /** The same for a session of HTTP/2, which shows its socket through a cover of its own. */
  begin: (session: Http2Session) => Connection | null
  /** By its socket or its session. */
  find: (key: object) => Connection | null
  /** It is no connection of HTTP any more. */
  leave: (connection: Connection) => void
  all: () => Iterable<Connection>
}

export type BookDeps = {
  limits: ConnectionLimits
  isTls: boolean
  isProxy: (address: string) => boolean
  onCut: (why: 'connections') => void
  readMs: () => number
}

/** Who is connected, by network. Whoever comes when there is no room takes the place of the one that has done nothing for longest. */
export function keepBook({ limits, isTls, isProxy, onCut, readMs }: BookDeps): Book {
  const bySocket = new WeakMap<object, Connection>()
  const byPeer = new Map<string, Connection>()
  const shelves = keepShelves()
  const buckets = memoryBuckets()

  const leave = (connection: Connection): void => {
    byPeer.delete(connection.peer)
    shelves.remove(connection)
  }
  const displaceOneOf = (some: Iterable<Connection>): boolean => {
    const one = leastMissed(some)
    if (!one) return false
    onCut('connections')
    one.socket.destroy()
    leave(one)
    return true
  }
  const hasRoom = (network: string): boolean => {
    if (buckets.take(network, limits.networkConnections, readMs()) > 0) return false
    const own = shelves.of(network)
    if (own.size >= limits.networkOpenMax && !displaceOneOf(own)) return false
    const opening = isTls ? [...own].filter((one) => one.isOpening) : []
    if (opening.length >= limits.networkOpeningMax && !displaceOneOf(opening)) return false
    return shelves.all.size < limits.openMax || displaceOneOf(shelves.largest())
  }
  return {
    admit: (socket) => {
      const { remoteAddress: address } = socket
      // Whoever is gone already has no address any more.
      if (address === undefined) return null
      const network = isProxy(address) ? null : networkOf(address)
      if (network !== null && !hasRoom(network)) {
        onCut('connections')
        return null
      }
      const connection = connectionOf(socket, { network, isOpening: isTls, nowMs: readMs() })
      connection.readBytesMax = limits.idleBytesMax
      bySocket.set(socket, connection)
      if (isTls) byPeer.set(connection.peer, connection)
      shelves.add(connection)
      socket.once('close', () => leave(connection))
      return connection
    },
    secure: (socket) => {
      const connection = byPeer.get(peerOf(socket))
      if (!connection) return null
      connection.socket = socket
      connection.isOpening = false
      bySocket.set(socket, connection)
      return connection
    },
    begin: (session) => {
      const connection = byPeer.get(peerOf(session.socket))
      if (!connection) return null
      connection.session = session
      bySocket.set(session, connection)
      return connection
    },
    find: (key) => bySocket.get(key) ?? null,
    leave,
    all: () => shelves.all,
  }
}

type Shelves = {
  add: (connection: Connection) => void
  remove: (connection: Connection) => void
  of: (network: string) => ReadonlySet<Connection>
  largest: () => ReadonlySet<Connection>
  all: ReadonlySet<Connection>
}

function keepShelves(): Shelves {
  const byNetwork = new Map<string, Set<Connection>>()
  const all = new Set<Connection>()
  const none: ReadonlySet<Connection> = new Set()
  return {
    all,
    add: (connection) => {
      all.add(connection)
      const { network } = connection
      if (network === null) return
      const own = byNetwork.get(network)
      if (own) own.add(connection)
      else byNetwork.set(network, new Set([connection]))
    },
    remove: (connection) => {
      all.delete(connection)
      const { network } = connection
      const own = network === null ? undefined : byNetwork.get(network)
      own?.delete(connection)
      if (own?.size === 0) byNetwork.delete(network!)
    },
    of: (network) => byNetwork.get(network) ?? none,
    largest: () => {
      let largest = none
      for (const some of byNetwork.values()) if (some.size > largest.size) largest = some
      return largest
    },
  }
}

type Beginning = Pick<Connection, 'network' | 'isOpening'> & { nowMs: number }

function connectionOf(socket: Socket, { network, isOpening, nowMs }: Beginning): Connection {
  return {
    network,
    peer: peerOf(socket),
    raw: socket,
    socket,
    session: null,
    isOpening,
    isEnding: false,
    exchanges: new Set(),
    idleSinceMs: nowMs,
    readBytesMax: 0,
    unread: null,
  }
}

function peerOf({
  remoteAddress,
  remotePort,
}: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}

/** One that does nothing, else one that keeps us waiting; never one that waits for us. The longest first. */
function leastMissed(some: Iterable<Connection>): Connection | null {
  let idle: Connection | null = null
  let slow: Connection | null = null
  for (const one of some)
    if (one.exchanges.size === 0) {
      if (!idle || one.idleSinceMs < idle.idleSinceMs) idle = one
    } else if (!waitsForUs(one) && (!slow || one.idleSinceMs < slow.idleSinceMs)) slow = one
  return idle ?? slow
}

function waitsForUs({ exchanges }: Connection): boolean {
  for (const { request, response, hasBegun } of exchanges)
    if (hasBegun && request.complete && !response.writableEnded && !response.writableNeedDrain)
      return true
  return false
}
