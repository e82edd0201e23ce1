import { createServer, type Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  messaging,
  pushes,
  type ClientEvents,
  type Push,
  type ServerEvents,
} from '@kapao/contract/events'
import type { Conversation } from '@kapao/contract/chat'
import { Server, type Socket as AnySocket } from 'socket.io'
import { writeRaw, type RawAnswers } from '../http/broken-request.ts'
import type { Log } from '../telemetry/log.ts'
import { memoryBuckets, networkOf } from '../limits/rate-limit.ts'
import type { Sessions } from '../session/session.ts'
import { admit, NotAdmitted, roomOfMember, type AdmitDeps, type Seat } from './admit.ts'
import {
  frameLimits,
  openFrameGuard,
  type FrameGuard,
  type FrameLimits,
  type EngineSocket,
} from './frames/guard.ts'
import { addressReader, isAllowedOrigin, socketPath } from '../http/gate.ts'
import type { PushTo } from './push.ts'
import { openRecheck } from './recheck.ts'
import type { Relay } from './relay.ts'
import { paceCrowd, type Pace, type PacedWork } from './turns.ts'
import { countSeats, seatLimits, type SeatLimits } from './seats.ts'

export type LiveDeps = Omit<AdmitDeps, 'readAddress' | 'sessions'> & {
  sessions: Pick<Sessions, 'findInCrowd' | 'listLost' | 'onEnded'>
  log: Pick<Log, 'warn' | 'error'>
  /** Origins whose pages may open sockets; empty means our own host. */
  origins: readonly string[]
  trustedProxies: readonly string[]
  /** A page reports that its user is typing, any number of times. */
  onTyping?: (room: string) => void
  /** Null when there is only one process. */
  relay: Relay | null
  limits?: SeatLimits
  crowd?: Pace
  frames?: Partial<FrameLimits>
  /** Multiplies the limits of one network, for load tests. */
  factor?: number
}

export type Live = {
  push: PushTo
  /** False when no socket could receive a push, so that making one is saved. */
  mayReach: (memberId: string) => boolean
  /** The sockets of this process alone, for notices that every process receives directly. */
  here: Here
  /** Connects to the other processes, if any; callers do not wait for it. */
  connect: () => void
  /** Admits sockets on an HTTP server; the rest of the server is not touched. */
  attach: (server: HttpServer, answers: RawAnswers) => void
  /** Cuts the sockets that would no longer be admitted: a member's, or with null all. Also runs every minute. */
  recheck: (memberId: string | null) => Promise<void>
  /** How many sockets are open in this process. */
  readonly open: number
  close: () => Promise<void>
}

export type Here = {
  /** The rooms that have a socket here. */
  rooms: () => string[]
  has: (room: string) => boolean
  /** Never throws; nothing depends on its arrival. */
  send: (room: string, sent: { messaging: Conversation } | { chat: Push<'chat'> }) => void
  push: PushTo
  mayReach: (memberId: string) => boolean
}

type Io = Server<ClientEvents, ServerEvents, object, Seat>
type Socket = AnySocket<ClientEvents, ServerEvents, object, Seat>

/** A client that has not identified itself by then is cut; long enough for a crowd on a slow machine. */
const helloPatienceMs = 15_000
const recheckEveryMs = 60_000
/**
 * After a restart all pages reconnect at once, and each costs a millisecond; HTTP calls are served in between. A
 * waiting client holds only a connection, so the queue may be as long as there are seats.
 */
const usualCrowd: Pace = { turnMsMax: 15, perTurnMax: 40, perTurnMin: 6, waitingMax: 10_000 }
/** The retry time for clients that find the queue full and read it; our page uses its own delay. */
const comeAgainSeconds = 5
/** Handshakes of one network: all its pages at once after a restart, and then one each minute. */
const handshakes = { burst: 300, perMinute: 300 }

/**
 * The sockets of one process: who may open one, what it receives and when it is cut. Nothing is open before `attach`.
 */
export function openLive(deps: LiveDeps): Live {
  const { sessions, switches, log, relay, limits = seatLimits, crowd = usualCrowd } = deps
  const opening = paceCrowd(crowd)
  // Clients that have connected have their own queue, or they would wait behind all new ones. Each joins once.
  const seating = paceCrowd({ ...crowd, waitingMax: limits.process })
  const readAddress = readOnce(addressReader(deps.trustedProxies))
  const frames = openFrameGuard({ log, factor: deps.factor ?? 1, limits: deps.frames ?? {} })
  const io = createSockets(deps, limits, { opening, seating, readAddress, frames })
  const mayKnock = countHandshakes(deps.factor ?? 1)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const listSockets = (memberId: string | null): Socket[] => socketsOf(io, memberId)
  const recheck = openRecheck({ sessions, switches, log, listSockets })

  return {
    push: pushBy(log, (room) => (isClosed ? null : io.to(room))),
    mayReach: (memberId) => relay !== null || io.of('/').adapter.rooms.has(roomOfMember(memberId)),
    here: hereOf(io, log),
    connect: () => void relay?.connect().catch(() => undefined),
    attach: (server, answers) => {
      server.on('upgrade', (request, socket, head) => {
        // Input before our answer would be uncounted.
        if (socket.destroyed || head.length > 0) socket.destroy()
        else if (!mayKnock(networkOf(readAddress(request)))) sendAway(answers, socket, tooOften)
        else if (opening.isFull()) sendAway(answers, socket, full)
        else io.httpServer.emit('upgrade', request, socket, head)
      })
      sessions.onEnded(recheck.runQuietly)
      timer = setInterval(recheck.pass, recheckEveryMs)
      timer.unref()
    },
    recheck: recheck.run,
    get open() {
      return io.of('/').sockets.size
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      clearInterval(timer)
      frames.close()
      await io.close()
      relay?.close()
    },
  }
}

type Room = Pick<ReturnType<Io['to']>, 'emit'>

function pushBy(log: LiveDeps['log'], roomOf: (room: string) => Room | null): PushTo {
  return (memberId, name, push) => {
    try {
      // Fields that the contract does not name are not sent.
      const sent = pushes[name].parse(push)
      roomOf(roomOfMember(memberId))?.emit(name, ...([sent] as never))
    } catch (error) {
      log.warn({ err: error, name }, 'a push was not sent')
    }
  }
}

const roomForm = /^(?:member|guest):/

function hereOf(io: Io, log: LiveDeps['log']): Here {
  const { rooms } = io.of('/').adapter
  return {
    // Every socket also has a room of its own, which belongs to no member or guest.
    rooms: () => [...rooms.keys()].filter((room) => roomForm.test(room)),
    has: (room) => rooms.has(room),
    mayReach: (memberId) => rooms.has(roomOfMember(memberId)),
    push: pushBy(log, (room) => io.local.to(room)),
    send: (room, sent) => {
      try {
        const to = io.local.to(room)
        if ('messaging' in sent) to.emit('messaging', messaging.parse(sent.messaging))
        else to.emit('chat', pushes.chat.parse(sent.chat))
      } catch (error) {
        log.warn({ err: error }, 'a message was not sent to a page')
      }
    },
  }
}

/** Costs almost nothing, so that refused clients do not delay the waiting ones. */
function sendAway(answers: RawAnswers, socket: Duplex, why: typeof full | typeof tooOften): void {
  socket.on('error', () => undefined)
  const requestId = answers.newRequestId()
  const more = { 'retry-after': String(comeAgainSeconds) }
  writeRaw(answers, socket, { ...why, requestId, more })
  answers.log.info({ requestId, status: Number.parseInt(why.status) }, 'a socket was refused')
}

const full = { status: '503 Service Unavailable', code: 'SERVICE_BUSY' } as const
const tooOften = { status: '429 Too Many Requests', code: 'REQUEST_LIMIT' } as const

function countHandshakes(factor: number): (network: string) => boolean {
  const buckets = memoryBuckets()
  const figure = { burst: handshakes.burst * factor, perMinute: handshakes.perMinute * factor }
  return (network) => buckets.take(network, figure, performance.now()) === 0
}

type SocketParts = {
  opening: PacedWork
  seating: PacedWork
  readAddress: AdmitDeps['readAddress']
  frames: FrameGuard
}

function createSockets(deps: LiveDeps, limits: SeatLimits, inside: SocketParts): Io {
  const { log, origins, relay } = deps
  const { opening, seating, readAddress, frames } = inside
  const sessions = { find: deps.sessions.findInCrowd }
  const seats = countSeats(limits)
  // A server that never listens and only receives upgrades: the library would answer HTTP on its path too.
  const io: Io = new Server(createServer(), {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: deps.frames?.messageBytesMax ?? frameLimits.messageBytesMax,
    // A small compressed frame could expand before our code counts it.
    perMessageDeflate: false,
    connectTimeout: helloPatienceMs,
    allowRequest: (request, answer) =>
      void opening.run(() =>
        answer(
          null,
          // A client that has given up and reconnected is not admitted twice.
          !request.socket.destroyed &&
            request.socket.readableLength === 0 &&
            isAllowedOrigin(request, origins) &&
            seats.isFree(networkOf(readAddress(request))),
        ),
      ),
    ...(relay ? { adapter: relay.adapter } : {}),
  })
  io.engine.on('connection', (line: OpenLine) => {
    const network = networkOf(readAddress(line.request))
    // Counted when it is established: several that connect at once all passed the check for room.
    if (!seats.take(network)) line.close()
    line.on('close', () => seats.leave(network))
    frames.guard(line, network)
  })
  io.use(async (socket, next) => {
    next(await judge(socket))
  })
  const judge = async (socket: Socket): Promise<NotAdmitted | undefined> => {
    try {
      const { handshake, request } = socket
      const isInLine = await new Promise((resolve) => {
        if (!seating.run(() => resolve(true))) resolve(false)
      })
      // The page of a closed connection reconnects after a while; a refused one would not.
      if (!isInLine) socket.conn.close()
      if (socket.conn.readyState !== 'open') return new NotAdmitted('SERVICE_BUSY')
      socket.data = await admit({ ...deps, sessions, readAddress }, handshake.auth, request)
      return undefined
    } catch (error) {
      if (error instanceof NotAdmitted) return error
      log.error({ err: error }, 'a socket could not be admitted')
      return new NotAdmitted('INTERNAL_SERVER_ERROR')
    }
  }
  io.on('connection', (socket) => {
    seat(io, socket, limits)
    socket.on('typing', () => deps.onTyping?.(socket.data.room))
  })
  return io
}

/** One request's address is read three times during admission. */
function readOnce(read: AdmitDeps['readAddress']): AdmitDeps['readAddress'] {
  const known = new WeakMap<object, string>()
  return (request) => {
    const address = known.get(request) ?? read(request)
    known.set(request, address)
    return address
  }
}

/** The parts of the underlying library that are used. */
type OpenLine = EngineSocket & {
  request: Parameters<AdmitDeps['readAddress']>[0]
  close: () => void
}

function seat(io: Io, socket: Socket, limits: SeatLimits): void {
  const { room } = socket.data
  void socket.join(room)
  const ids = [...(io.of('/').adapter.rooms.get(room) ?? [])]
  for (const id of ids.slice(0, Math.max(0, ids.length - limits.member)))
    io.of('/').sockets.get(id)?.disconnect(true)
  // The contract lets a page name its room; the token has already decided which one it receives.
  socket.on('join', () => undefined)
}

function socketsOf(io: Io, memberId: string | null): Socket[] {
  const { sockets, adapter } = io.of('/')
  if (memberId === null) return [...sockets.values()]
  const ids = adapter.rooms.get(roomOfMember(memberId)) ?? new Set<string>()
  return [...ids].flatMap((id) => sockets.get(id) ?? [])
}
