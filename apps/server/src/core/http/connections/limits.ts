import { scaleFigure, type Figure } from '../../limits/rate-limit.ts'

const kilobyte = 1_024
const megabyte = 1_024 * kilobyte

/** The limits of one connection, one network and all together; docs/security.md lists them with their reasons. */
export const connectionLimits = {
  /** Unanswered requests of one HTTP/1.1 connection. Browsers and proxies have one. */
  unansweredMax: 8,
  /** Streams of one HTTP/2 connection that are processed at once; the others wait. */
  streamsAtOnceMax: 8,
  /** Requests of one network, of every kind. */
  networkRequests: { burst: 1_000, perMinute: 12_000 },
  /** New connections of one network. */
  networkConnections: { burst: 1_200, perMinute: 6_000 },
  /**
   * Open connections of one network and of the process, not counting those that became sockets. A network has 300
   * sockets, hence as many pages, and a page without HTTP/2 holds a few connections.
   */
  networkOpenMax: 1_000,
  openMax: 10_000,
  /** Connections of one network whose TLS handshake is not finished. */
  networkOpeningMax: 32,
  /** Pings and settings of one HTTP/2 connection. */
  controlFrames: { burst: 60, perMinute: 120 },
  /** A client that takes less than this in this time, while more is waiting, does not read. */
  unreadPatienceMs: 30_000,
  readBytesMin: 8 * kilobyte,
  /** A connection with this much unread gets no further answer; above the sums the largest are cut. */
  unreadBytesMax: 256 * kilobyte,
  unreadBytesOfNetworkMax: 32 * megabyte,
  unreadBytesOfAllMax: 64 * megabyte,
  /** The bytes a connection may send without starting a request, with one, and with an upload. */
  idleBytesMax: 128 * kilobyte,
  requestBytesMax: 256 * kilobyte,
  uploadBytesMax: 64 * megabyte,
  /** How long the rest of an answered request may still arrive. */
  lingerMs: 1_000,
  /** How long one turn of the event loop may spend on starting queued requests. */
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
  const scale = (count: number): number => Math.max(1, Math.round(count * factor))
  return {
    ...limits,
    networkRequests: scaleFigure(limits.networkRequests, factor),
    networkConnections: scaleFigure(limits.networkConnections, factor),
    networkOpenMax: scale(limits.networkOpenMax),
    networkOpeningMax: scale(limits.networkOpeningMax),
    openMax: scale(limits.openMax),
  }
}
