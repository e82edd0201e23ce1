import type { Figure } from '../rate-limit.ts'

const kilobyte = 1_024
const megabyte = 1_024 * kilobyte

/** What one connection, one network and all of them together may take; docs/security.md shows them with their reasons. */
export const connectionLimits = {
  /** Requests of one connection of HTTP/1.1 that have no answer yet. Browsers and proxies have one. */
  unansweredMax: 8,
  /** Streams of one connection of HTTP/2 that are worked on at once; the others wait. */
  streamsAtOnceMax: 8,
  /** Requests of one network, whatever they ask for. */
  networkRequests: { burst: 1_000, perMinute: 12_000 },
  /** New connections of one network. */
  networkConnections: { burst: 1_200, perMinute: 6_000 },
  /**
   * Open connections of one network and of the process, without those that became sockets. A network has 300 sockets, which
   * is as many pages, and a page without HTTP/2 holds a few connections.
   */
  networkOpenMax: 1_000,
  openMax: 10_000,
  /** Connections of one network whose TLS handshake is not finished. */
  networkOpeningMax: 32,
  /** Pings and settings of one connection of HTTP/2. */
  controlFrames: { burst: 60, perMinute: 120 },
  /** Whoever takes less than this in this time, while there is more for them, does not read. */
  unreadPatienceMs: 30_000,
  readBytesMin: 8 * kilobyte,
  /** A connection that has this much unread gets no further answer; above the sums the largest are cut. */
  unreadBytesMax: 256 * kilobyte,
  unreadBytesOfNetworkMax: 32 * megabyte,
  unreadBytesOfAllMax: 64 * megabyte,
  /** What a connection may send without beginning a request, with one, and with an upload. */
  idleBytesMax: 128 * kilobyte,
  requestBytesMax: 256 * kilobyte,
  uploadBytesMax: 64 * megabyte,
  /** How long a request that is answered may go on being sent. */
  lingerMs: 1_000,
  /** How long one turn of the event loop may begin requests of whoever is waiting. */
  turnMsMax: 4,
  lookEveryMs: 1_000,
} as const

export type ConnectionLimits = {
  [N in keyof typeof connectionLimits]: (typeof connectionLimits)[N] extends Figure
    ? Figure
    : number
}

/** Load tests come from one network. */
export function scaleLimits(limits: ConnectionLimits, factor: number): ConnectionLimits {
  const scale = ({ burst, perMinute }: Figure): Figure => ({
    burst: Math.max(1, Math.round(burst * factor)),
    perMinute: perMinute * factor,
  })
  return {
    ...limits,
    networkRequests: scale(limits.networkRequests),
    networkConnections: scale(limits.networkConnections),
    networkOpenMax: Math.max(1, Math.round(limits.networkOpenMax * factor)),
    networkOpeningMax: Math.max(1, Math.round(limits.networkOpeningMax * factor)),
    openMax: Math.max(1, Math.round(limits.openMax * factor)),
  }
}
