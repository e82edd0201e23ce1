import type { Socket } from 'node:net'
import { createAllowance, type Allowance } from '../../limits/allowance.ts'
import type { Log } from '../../telemetry/log.ts'
import { memoryBuckets } from '../../limits/rate-limit.ts'
import { createJudge } from './judge.ts'

/** What one socket may send and leave unread; docs/security.md lists the limits with their reasons. */
export const frameLimits = {
  /** Frames of every kind, control frames among them. Our page sends two, one every 25 seconds, and one every 4 seconds of typing. */
  frames: { burst: 60, perMinute: 60 },
  /** The same for all sockets of a network: each may join at once after a restart, and answers pings. */
  networkFrames: { burst: 1_500, perMinute: 6_000 },
  /** Bytes as received, since a frame may be in so many parts that it never completes. */
  bytes: { burst: 16_384, perMinute: 16_384 },
  /** A whole message. */
  messageBytesMax: 4_096,
  /** Sent and unread bytes, of one socket and of all sockets. */
  unreadBytesMax: 128 * 1_024,
  unreadBytesOfAllMax: 64 * 1_024 * 1_024,
  /** Packets queued behind an unread one; short packets cost more than their bytes. */
  unreadPacketsMax: 1_000,
  unreadPatienceMs: 20_000,
  /** How long a socket that we have closed may take to end. */
  closingPatienceMs: 5_000,
  lookEveryMs: 1_000,
} as const

export type FrameLimits = {
  [N in keyof typeof frameLimits]: (typeof frameLimits)[N] extends number
    ? number
    : { burst: number; perMinute: number }
}

/** The parts of the underlying libraries that are used: the websocket, and the connection that carries it. */
type WebSocket = {
  readonly bufferedAmount: number
  terminate: () => void
  send: (text: string, done: () => void) => void
  listeners: (name: string) => unknown[]
  removeAllListeners: (name: string) => unknown
  on: (name: string, listener: (data: Buffer, isBinary: boolean) => void) => unknown
}

export type EngineSocket = {
  readonly readyState: string
  readonly request: { socket: Socket }
  readonly transport: { socket: WebSocket }
  readonly writeBuffer: readonly { data?: unknown }[]
  on: (name: 'close' | 'packetCreate', listener: () => void) => unknown
}

type GuardedSocket = {
  line: EngineSocket
  network: string
  unreadSinceMs: number | null
  closedAtMs: number | null
}

export type FrameGuard = {
  /** Call it as soon as a connection is established. */
  guard: (line: EngineSocket, network: string) => void
  close: () => void
}

export type FrameGuardDeps = {
  log: Pick<Log, 'warn'>
  limits?: Partial<FrameLimits>
  /** Multiplies the limits of a network, for load tests. */
  factor?: number
  readMs?: () => number
}

/** A flood of frames must not flood the log. */
const reportEveryLooks = 10

/** Counts every socket's input before any library works on it, and cuts clients that do not read. */
export function openFrameGuard(deps: FrameGuardDeps): FrameGuard {
  const { log, factor = 1, readMs = () => performance.now() } = deps
  const limits: FrameLimits = { ...frameLimits, ...deps.limits }
  const ofNetwork = { ...limits.networkFrames }
  ofNetwork.burst *= factor
  ofNetwork.perMinute *= factor
  const buckets = memoryBuckets()
  const guarded = new Set<GuardedSocket>()
  let cuts = 0
  let looks = 0

  const cut = ({ line }: GuardedSocket): void => {
    cuts += 1
    line.transport.socket.terminate()
  }
  const look = (): void => {
    const nowMs = readMs()
    looks += 1
    if (cuts > 0 && looks % reportEveryLooks === 0) {
      log.warn({ cuts }, 'sockets exceeded their limits or did not read')
      cuts = 0
    }
    let sum = 0
    const behind: { one: GuardedSocket; unreadBytes: number }[] = []
    for (const one of guarded) {
      const unreadBytes = unreadBytesOf(one.line)
      if (isGone(one, nowMs)) cut(one)
      else if (unreadBytes === 0) one.unreadSinceMs = null
      else {
        one.unreadSinceMs ??= nowMs
        if (nowMs - one.unreadSinceMs >= limits.unreadPatienceMs) cut(one)
        else behind.push({ one, unreadBytes })
        sum += unreadBytes
      }
    }
    behind.sort((one, other) => other.unreadBytes - one.unreadBytes)
    for (const { one, unreadBytes } of behind) {
      if (sum <= limits.unreadBytesOfAllMax) return
      sum -= unreadBytes
      cut(one)
    }
  }
  const isGone = (one: GuardedSocket, nowMs: number): boolean => {
    if (one.line.readyState === 'open') return false
    one.closedAtMs ??= nowMs
    return nowMs - one.closedAtMs >= limits.closingPatienceMs
  }
  const looking = setInterval(look, limits.lookEveryMs).unref()

  return {
    guard: (line, network) => {
      const one: GuardedSocket = { line, network, unreadSinceMs: null, closedAtMs: null }
      guarded.add(one)
      // Not on the library's close event, which comes before the connection has ended.
      line.request.socket.once('close', () => guarded.delete(one))
      const mayOfOwn = createAllowance(limits.frames, readMs)
      const maySend = (): boolean => mayOfOwn() && buckets.take(network, ofNetwork, readMs()) === 0
      countFrames(line, maySend, () => cut(one))
      countBytes(line, createAllowance(limits.bytes, readMs), () => cut(one))
      line.on('packetCreate', () => {
        if (isOver(line, limits)) cut(one)
      })
    },
    close: () => clearInterval(looking),
  }
}

function unreadBytesOf({ transport, writeBuffer }: EngineSocket): number {
  let sum = transport.socket.bufferedAmount
  for (const { data } of writeBuffer) if (typeof data === 'string') sum += data.length
  return sum
}

function isOver(line: EngineSocket, limits: FrameLimits): boolean {
  return (
    line.writeBuffer.length > limits.unreadPacketsMax || unreadBytesOf(line) > limits.unreadBytesMax
  )
}

/** The library's packet for a socket that the server has ended. */
const goodbye = '41'

/** Judges whole messages too; control frames have no other listener, and the library below answers them. */
function countFrames(line: EngineSocket, maySend: () => boolean, cut: () => void): void {
  const { socket } = line.transport
  const { judge, hasJoined } = createJudge()
  const deliver = socket.listeners('message') as ((data: Buffer, isBinary: boolean) => void)[]
  let isEnded = false
  const end = (): void => {
    if (isEnded) return
    isEnded = true
    line.request.socket.pause()
    // Our page does not reconnect after this packet; a client that never joined or does not read is cut without it.
    if (!hasJoined() || socket.bufferedAmount > 0) return cut()
    socket.send(goodbye, cut)
  }
  socket.removeAllListeners('message')
  socket.on('message', (data, isBinary) => {
    // Frames that arrived together with the last allowed one are dropped.
    if (isEnded) return
    const verdict = maySend() ? judge(data, isBinary) : 'end'
    if (verdict === 'end') return end()
    if (verdict === 'deliver') for (const one of deliver) one.call(socket, data, isBinary)
  })
  for (const name of ['ping', 'pong'])
    socket.on(name, () => {
      if (!isEnded && !maySend()) end()
    })
}

/** Counted before they are parsed: after the limit nothing is parsed any more. */
function countBytes({ request }: EngineSocket, maySend: Allowance, cut: () => void): void {
  const { socket } = request
  const readers = socket.listeners('data') as ((bytes: Buffer) => void)[]
  socket.on('data', (bytes: Buffer) => {
    if (socket.destroyed) return
    if (!maySend(bytes.length)) return cut()
    for (const reader of readers) reader.call(socket, bytes)
  })
  for (const reader of readers) socket.removeListener('data', reader)
}
