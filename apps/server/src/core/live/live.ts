import { createServer, type Server as HttpServer } from 'node:http'
import {
  messaging,
  pushes,
  type ClientEvents,
  type Push,
  type ServerEvents,
} from '@kapao/contract/events'
import type { Conversation } from '@kapao/contract/chat'
import { Server, type Socket as AnySocket } from 'socket.io'
import type { Log } from '../log.ts'
import { networkOf } from '../rate-limit.ts'
import type { Sessions } from '../session.ts'
import { admit, NotAdmitted, roomOfMember, type AdmitDeps, type Seat } from './admit.ts'
import { addressReader, mayComeFrom, socketPath } from './gate.ts'
import type { PushTo } from './push.ts'
import type { Relay } from './relay.ts'
import { pace, takeTurns } from './turns.ts'
import { countSeats, seatLimits, type SeatLimits } from './seats.ts'

export type LiveDeps = Omit<AdmitDeps, 'readAddress' | 'sessions'> & {
  sessions: Pick<Sessions, 'find' | 'isOpen' | 'onEnded'>
  log: Pick<Log, 'warn' | 'error'>
  /** Origins whose pages may open sockets; empty means our own host. */
  origins: readonly string[]
  trustedProxies: readonly string[]
  /** Null where one process is all there is. */
  relay: Relay | null
  limits?: SeatLimits
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
  attach: (server: HttpServer) => void
  /** Cuts the sockets whose session has ended: a member's, or with null everybody's. By itself it runs every minute. */
  recheck: (memberId: string | null) => Promise<void>
  close: () => Promise<void>
}

export type Here = {
  /** Who has a socket here. */
  rooms: () => string[]
  has: (room: string) => boolean
  /** Never throws; nothing depends on its arrival. */
  tell: (room: string, told: { messaging: Conversation } | { chat: Push<'chat'> }) => void
}

type Io = Server<ClientEvents, ServerEvents, object, Seat>
type Socket = AnySocket<ClientEvents, ServerEvents, object, Seat>

const frameBytesMax = 64 * 1024
/** Whoever has not said who they are by then is not waited for; it is long enough for a crowd on a slow machine. */
const helloPatienceMs = 15_000
const recheckEveryMs = 60_000
/** After a restart everybody comes back at once; the calls of HTTP must not wait behind all of them for the database. */
const lookedUpAtOnceMax = 12
/** Nor behind all of them for the processor: each costs half a millisecond. */
const openedPerTurnMax = 40
/** Our page sends one event when it connects, if any. */
const eventsMax = 60

/** The sockets of one process: who may open one, what it hears and when it is cut. Nothing is open before `attach`. */
export function openLive(deps: LiveDeps): Live {
  const { sessions, log, relay, limits = seatLimits } = deps
  const io = createSockets(deps, limits)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const recheck = async (memberId: string | null): Promise<void> => {
    // One after the other: nobody waits for it, and the database has others to serve.
    for (const socket of socketsOf(io, memberId)) {
      const { sessionKey } = socket.data
      if (sessionKey !== null && !(await sessions.isOpen(sessionKey))) socket.disconnect(true)
    }
  }
  const recheckQuietly = (memberId: string | null): void =>
    void recheck(memberId).catch((error: unknown) =>
      log.warn({ err: error }, 'sockets could not be checked; they will be'),
    )

  return {
    push: (memberId, name, push) => {
      try {
        // What the contract does not name is not sent.
        const told = pushes[name].parse(push)
        if (!isClosed) io.to(roomOfMember(memberId)).emit(name, ...([told] as never))
      } catch (error) {
        log.warn({ err: error, name }, 'a push was not sent')
      }
    },
    mayReach: (memberId) => relay !== null || io.of('/').adapter.rooms.has(roomOfMember(memberId)),
    here: hereOf(io, log),
    connect: () => void relay?.connect().catch(() => undefined),
    attach: (server) => {
      server.on('upgrade', (...asked) => io.httpServer.emit('upgrade', ...asked))
      sessions.onEnded(recheckQuietly)
      timer = setInterval(() => recheckQuietly(null), recheckEveryMs)
      timer.unref()
    },
    recheck,
    close: async () => {
      if (isClosed) return
      isClosed = true
      clearInterval(timer)
      await io.close()
      relay?.close()
    },
  }
}

const roomForm = /^(?:member|guest):/

function hereOf(io: Io, log: LiveDeps['log']): Here {
  const { rooms } = io.of('/').adapter
  return {
    // Every socket has a room of its own, too, which is nobody's.
    rooms: () => [...rooms.keys()].filter((room) => roomForm.test(room)),
    has: (room) => rooms.has(room),
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

function createSockets(deps: LiveDeps, limits: SeatLimits): Io {
  const { log, origins, trustedProxies, relay } = deps
  const readAddress = addressReader(trustedProxies)
  const seats = countSeats(limits)
  const inSmallSteps = pace(openedPerTurnMax)
  // A server that never listens and is handed upgrades alone: the library would answer HTTP on its path, too.
  const io: Io = new Server(createServer(), {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: frameBytesMax,
    connectTimeout: helloPatienceMs,
    allowRequest: (request, answer) =>
      inSmallSteps(() =>
        answer(
          null,
          // Who has given up meanwhile and asks anew is not let in twice.
          !request.socket.destroyed &&
            mayComeFrom(request, origins) &&
            seats.isFree(networkOf(readAddress(request))),
        ),
      ),
    ...(relay ? { adapter: relay.adapter } : {}),
  })
  io.engine.on('connection', (line: Line) => {
    const network = networkOf(readAddress(line.request))
    // Counted when it stands: several that knock at once are all told that there is room.
    if (!seats.take(network)) line.close()
    line.on('close', () => seats.leave(network))
  })
  io.use(async (socket, next) => {
    next(await judge(socket))
  })
  const inTurn = takeTurns(lookedUpAtOnceMax)
  const sessions: AdmitDeps['sessions'] = {
    find: (key) => inTurn(() => deps.sessions.find(key)),
  }
  const judge = async (socket: Socket): Promise<NotAdmitted | undefined> => {
    try {
      const { handshake, request } = socket
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

/** What we need of the library below. */
type Line = {
  request: Parameters<AdmitDeps['readAddress']>[0]
  close: () => void
  on: (name: 'close', listener: () => void) => void
}

function seat(io: Io, socket: Socket, limits: SeatLimits): void {
  const { room } = socket.data
  void socket.join(room)
  const ids = [...(io.of('/').adapter.rooms.get(room) ?? [])]
  for (const id of ids.slice(0, Math.max(0, ids.length - limits.member)))
    io.of('/').sockets.get(id)?.disconnect(true)
  // The contract lets a page name its room; which one it hears was decided by its token.
  socket.on('join', () => undefined)
  let events = 0
  socket.use((_event, next) => {
    events += 1
    if (events > eventsMax) socket.disconnect(true)
    else next()
  })
}

function socketsOf(io: Io, memberId: string | null): Socket[] {
  const { sockets, adapter } = io.of('/')
  if (memberId === null) return [...sockets.values()]
  const ids = adapter.rooms.get(roomOfMember(memberId)) ?? new Set<string>()
  return [...ids].flatMap((id) => sockets.get(id) ?? [])
}
