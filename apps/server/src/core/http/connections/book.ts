import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { memoryBuckets, networkOf } from '../../limits/rate-limit.ts'
import type { ConnectionLimits } from './limits.ts'

export type Exchange = {
  request: IncomingMessage | Http2ServerRequest
  response: ServerResponse | Http2ServerResponse
  /** The network that it is counted for, which behind a proxy differs per request. */
  network: string
  hasBegun: boolean
}

export type Connection = {
  /** Null for a trusted proxy, which carries requests of all callers. */
  network: string | null
  /** Identifies its TLS socket. */
  peer: string
  /** The accepted socket, below TLS. */
  raw: Socket
  /** The socket that is read and written: `raw` or its TLS. */
  socket: Socket
  session: Http2Session | null
  isOpening: boolean
  isEnding: boolean
  /** Requests without an answer yet, in order of arrival. */
  exchanges: Set<Exchange>
  /** When it became idle. */
  idleSinceMs: number
  /** A connection that has sent more than this is cut. */
  readBytesMax: number
  /** At least as many of the next bytes belong to the body of the request that is being read. */
  bodyBytesNext: number
  unread: { sinceMs: number; takenBytes: number } | null
}

export type ConnectionBook = {
  /** Null when there is no room and none can be made. */
  admit: (socket: Socket) => Connection | null
  /** Call it when the TLS handshake of an admitted socket is complete. */
  secure: (socket: Socket) => Connection | null
  /** The same for an HTTP/2 session, which wraps its socket. */
  begin: (session: Http2Session) => Connection | null
  /** Looks a connection up by its socket or its session. */
  find: (key: object) => Connection | null
  /** Removes a connection that is no longer HTTP. */
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

/**
 * Tracks connections by network. When there is no room, a newcomer replaces the connection that has been idle the
 * longest.
 */
export function openConnectionBook({
  limits,
  isTls,
  isProxy,
  onCut,
  readMs,
}: BookDeps): ConnectionBook {
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
      // A client that has already disconnected has no address.
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

type NewConnection = Pick<Connection, 'network' | 'isOpening'> & { nowMs: number }

function connectionOf(socket: Socket, { network, isOpening, nowMs }: NewConnection): Connection {
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
    bodyBytesNext: 0,
    unread: null,
  }
}

function peerOf({
  remoteAddress,
  remotePort,
}: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}

/** The connection idle the longest, else the one that has kept us waiting longest; never one that waits for us. */
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
