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
import { memoryBuckets, networkOf } from '../http/rate-limit.ts'
import type { Sessions } from '../session/session.ts'
import { admit, NotAdmitted, roomOfMember, type AdmitDeps, type Seat } from './admit.ts'
import {
  frameLimits,
  openFrameGuard,
  type FrameGuard,
  type FrameLimits,
  type Line,
} from './frames/guard.ts'
import { addressReader, mayComeFrom, socketPath } from './gate.ts'
import type { PushTo } from './push.ts'
import { openRecheck } from './recheck.ts'
import type { Relay } from './relay.ts'
import { pace, type Pace, type Paced } from './turns.ts'
import { countSeats, seatLimits, type SeatLimits } from './seats.ts'

export type LiveDeps = Omit<AdmitDeps, 'readAddress' | 'sessions'> & {
  sessions: Pick<Sessions, 'findInCrowd' | 'listLost' | 'onEnded'>
  log: Pick<Log, 'warn' | 'error'>
  /** Origins whose pages may open sockets; empty means our own host. */
  origins: readonly string[]
  trustedProxies: readonly string[]
  /** Null where one process is all there is. */
  relay: Relay | null
  limits?: SeatLimits
  crowd?: Pace
  frames?: Partial<FrameLimits>
  /** Multiplies what one network may do, for load tests. */
  factor?: number
}

export type Live = {
  push: PushTo
  /** False when nobody could hear a push, so that what it costs to make one is saved. */
  mayReach: (memberId: string) => boolean
  /** The sockets of this process alone, for news that every process hears by itself. */
  here: Here
  /** Opens the way to the other processes, where there is one; nobody waits for it. */
  connect: () => void
  /** Lets sockets in on a server that carries HTTP; the rest of it is not touched. */
  attach: (server: HttpServer, answers: RawAnswers) => void
  /** Cuts the sockets of whoever would not be let in any more: a member's, or with null everybody's. By itself it runs every minute. */
  recheck: (memberId: string | null) => Promise<void>
  /** How many sockets are open in this process. */
  readonly open: number
  close: () => Promise<void>
}

export type Here = {
  /** Who has a socket here. */
  rooms: () => string[]
  has: (room: string) => boolean
  /** Never throws; nothing depends on its arrival. */
  tell: (room: string, told: { messaging: Conversation } | { chat: Push<'chat'> }) => void
  push: PushTo
  mayReach: (memberId: string) => boolean
}

type Io = Server<ClientEvents, ServerEvents, object, Seat>
type Socket = AnySocket<ClientEvents, ServerEvents, object, Seat>

/** Whoever has not said who they are by then is not waited for; it is long enough for a crowd on a slow machine. */
const helloPatienceMs = 15_000
const recheckEveryMs = 60_000
/**
 * After a restart everybody comes back at once, and each costs a millisecond; the calls of HTTP come through between them.
 * Whoever waits holds a connection and nothing more, so the line may be as long as there are seats.
 */
const usualCrowd: Pace = { turnMsMax: 15, perTurnMax: 40, perTurnMin: 6, waitingMax: 10_000 }
/** Who finds the line full is told to come later, by those who read it; our page waits its own while. */
const comeAgainSeconds = 5
/** Handshakes of one network: all its pages at once after a restart, and then one each minute. */
const handshakes = { burst: 300, perMinute: 300 }

/** The sockets of one process: who may open one, what it hears and when it is cut. Nothing is open before `attach`. */
export function openLive(deps: LiveDeps): Live {
  const { sessions, switches, log, relay, limits = seatLimits, crowd = usualCrowd } = deps
  const opening = pace(crowd)
  // Those who are half in have a line of their own, or they would stand behind all who knock. Each joins once.
  const seating = pace({ ...crowd, waitingMax: limits.process })
  const readAddress = readOnce(addressReader(deps.trustedProxies))
  const frames = openFrameGuard({ log, factor: deps.factor ?? 1, limits: deps.frames ?? {} })
  const io = createSockets(deps, limits, { opening, seating, readAddress, frames })
  const mayKnock = countKnocks(deps.factor ?? 1)
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
        // Nothing may come before our answer, where nobody counts it.
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
      // What the contract does not name is not sent.
      const told = pushes[name].parse(push)
      roomOf(roomOfMember(memberId))?.emit(name, ...([told] as never))
    } catch (error) {
      log.warn({ err: error, name }, 'a push was not sent')
    }
  }
}

const roomForm = /^(?:member|guest):/

function hereOf(io: Io, log: LiveDeps['log']): Here {
  const { rooms } = io.of('/').adapter
  return {
    // Every socket has a room of its own, too, which is nobody's.
    rooms: () => [...rooms.keys()].filter((room) => roomForm.test(room)),
    has: (room) => rooms.has(room),
    mayReach: (memberId) => rooms.has(roomOfMember(memberId)),
    push: pushBy(log, (room) => io.local.to(room)),
    tell: (room, told) => {
      try {
        const to = io.local.to(room)
        if ('messaging' in told) to.emit('messaging', messaging.parse(told.messaging))
        else to.emit('chat', pushes.chat.parse(told.chat))
      } catch (error) {
        log.warn({ err: error }, 'a message was not sent to a page')
      }
    },
  }
}

/** Costs almost nothing, so that those who wait are not kept waiting by those who cannot. */
function sendAway(answers: RawAnswers, socket: Duplex, why: typeof full | typeof tooOften): void {
  socket.on('error', () => undefined)
  const requestId = answers.newRequestId()
  const more = { 'retry-after': String(comeAgainSeconds) }
  writeRaw(answers, socket, { ...why, requestId, more })
  answers.log.info({ requestId, status: Number.parseInt(why.status) }, 'a socket was sent away')
}

const full = { status: '503 Service Unavailable', code: 'SERVICE_BUSY' } as const
const tooOften = { status: '429 Too Many Requests', code: 'REQUEST_LIMIT' } as const

function countKnocks(factor: number): (network: string) => boolean {
  const buckets = memoryBuckets()
  const figure = { burst: handshakes.burst * factor, perMinute: handshakes.perMinute * factor }
  return (network) => buckets.take(network, figure, performance.now()) === 0
}

type Inside = {
  opening: Paced
  seating: Paced
  readAddress: AdmitDeps['readAddress']
  frames: FrameGuard
}

function createSockets(deps: LiveDeps, limits: SeatLimits, inside: Inside): Io {
  const { log, origins, relay } = deps
  const { opening, seating, readAddress, frames } = inside
  const sessions = { find: deps.sessions.findInCrowd }
  const seats = countSeats(limits)
  // A server that never listens and is handed upgrades alone: the library would answer HTTP on its path, too.
  const io: Io = new Server(createServer(), {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: deps.frames?.messageBytesMax ?? frameLimits.messageBytesMax,
    // What is packed small would be large before anything of ours sees it.
    perMessageDeflate: false,
    connectTimeout: helloPatienceMs,
    allowRequest: (request, answer) =>
      void opening.run(() =>
        answer(
          null,
          // Who has given up meanwhile and asks anew is not let in twice.
          !request.socket.destroyed &&
            request.socket.readableLength === 0 &&
            mayComeFrom(request, origins) &&
            seats.isFree(networkOf(readAddress(request))),
        ),
      ),
    ...(relay ? { adapter: relay.adapter } : {}),
  })
  io.engine.on('connection', (line: OpenLine) => {
    const network = networkOf(readAddress(line.request))
    // Counted when it stands: several that knock at once are all told that there is room.
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
      // Its page opens another one after a while, which it would not do if it were refused.
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
  io.on('connection', (socket) => seat(io, socket, limits))
  return io
}

/** One request is looked at three times on its way in. */
function readOnce(read: AdmitDeps['readAddress']): AdmitDeps['readAddress'] {
  const known = new WeakMap<object, string>()
  return (request) => {
    const address = known.get(request) ?? read(request)
    known.set(request, address)
    return address
  }
}

/** What we need of the library below. */
type OpenLine = Line & { request: Parameters<AdmitDeps['readAddress']>[0]; close: () => void }

function seat(io: Io, socket: Socket, limits: SeatLimits): void {
  const { room } = socket.data
  void socket.join(room)
  const ids = [...(io.of('/').adapter.rooms.get(room) ?? [])]
  for (const id of ids.slice(0, Math.max(0, ids.length - limits.member)))
    io.of('/').sockets.get(id)?.disconnect(true)
  // The contract lets a page name its room; which one it hears was decided by its token.
  socket.on('join', () => undefined)
}

function socketsOf(io: Io, memberId: string | null): Socket[] {
  const { sockets, adapter } = io.of('/')
  if (memberId === null) return [...sockets.values()]
  const ids = adapter.rooms.get(roomOfMember(memberId)) ?? new Set<string>()
  return [...ids].flatMap((id) => sockets.get(id) ?? [])
}
