import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http'
import { hints, type HintEvents, type HintName } from '@kapao/contract/console/events'
import { hasRight, type Right, type Role } from '@kapao/contract/console/roles'
import { Server, type Socket as AnySocket } from 'socket.io'
import { z } from 'zod'
import type { OpenListener } from '../db/connections/listener.ts'
import type { Db } from '../db/db.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { frameLimits, openFrameGuard, type EngineSocket } from '../live/frames/guard.ts'
import { addressReader, socketPath } from '../http/gate.ts'
import { countSeats, type SeatLimits } from '../live/seats.ts'
import type { Log } from '../telemetry/log.ts'
import { tokenIn, type FindSession } from './bridge.ts'
import { hintChannel } from './hint-store.ts'

/** What the operators of these sessions may do now; those that have ended are left out. */
export type ReadRoles = (
  sessions: readonly string[],
) => Promise<ReadonlyMap<string, readonly Role[]>>

export type SocketDeps = {
  db: Pick<Db, 'listen'>
  log: Pick<Log, 'warn' | 'error'>
  /** The only origin whose pages may open a socket. */
  origin: string
  trustedProxies: readonly string[]
  isAllowed: (address: string) => Promise<boolean>
  findSession: FindSession
  readRoles: ReadRoles
  factor: number
}

export type ConsoleSockets = {
  attach: (server: HttpServer) => void
  /** Starts to receive changes made in any process. */
  listen: () => Promise<void>
  readonly open: number
  close: () => Promise<void>
}

type Seat = { session: string; name: string; address: string; roles: readonly Role[] }
type Io = Server<Record<string, never>, HintEvents, object, Seat>
type Socket = AnySocket<Record<string, never>, HintEvents, object, Seat>

const seatLimits: SeatLimits = { process: 2_000, network: 200, member: 12 }
/** A session that ended anywhere is cut within this time, also when no notice of it arrives. */
const recheckEveryMs = 1_000

/** Which right receives which hint, null where everybody does; `me` goes to one operator alone. */
const rightOf: Record<Exclude<HintName, 'me'>, Right | null> = {
  house: null,
  payouts: null,
  work: 'work.see',
  member: 'members.see',
  talk: 'chat.see',
  typing: 'chat.see',
}

const notice = z.object({ name: z.enum(Object.keys(hints) as HintName[]), hint: z.unknown() })
const ofOperator = z.object({ operator: z.string() })

/** The sockets of signed-in pages: they receive what to load again, and nothing else. */
export function openConsoleSockets(deps: SocketDeps): ConsoleSockets {
  const { db, log, readRoles } = deps
  const frames = openFrameGuard({ log, factor: deps.factor })
  const io = createSockets(deps, frames)
  const sockets = (): Socket[] => [...io.of('/').sockets.values()]
  let listening: OpenListener | undefined
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  const recheck = async (): Promise<void> => {
    if (isChecking || io.of('/').sockets.size === 0) return
    isChecking = true
    try {
      const open = sockets()
      const roles = await readRoles([...new Set(open.map(({ data }) => data.session))])
      for (const socket of open) {
        const held = roles.get(socket.data.session)
        if (held === undefined || !(await deps.isAllowed(socket.data.address)))
          socket.disconnect(true)
        else socket.data.roles = held
      }
    } catch (error) {
      log.warn(
        { err: error },
        'sockets of the console could not be checked; the next check will retry',
      )
    } finally {
      isChecking = false
    }
  }
  const onNotice = (payload: string | null): void => {
    // What was missed meanwhile is unknown: a page that connects again asks for everything again.
    try {
      if (payload === null) io.disconnectSockets(true)
      else passOn(sockets(), payload)
    } catch (error) {
      log.warn({ err: error }, 'a hint was not passed on')
    }
    void recheck()
  }

  return {
    attach: (server) => {
      server.on('upgrade', (request, socket, head) => {
        if (socket.destroyed || head.length > 0) socket.destroy()
        else io.httpServer.emit('upgrade', request, socket, head)
      })
      timer = setInterval(() => void recheck(), recheckEveryMs)
      timer.unref()
    },
    listen: async () => {
      listening = await db.listen(hintChannel, onNotice)
    },
    get open() {
      return io.of('/').sockets.size
    },
    close: async () => {
      clearInterval(timer)
      frames.close()
      await listening?.stop()
      await io.close()
    },
  }
}

function createSockets(deps: SocketDeps, frames: ReturnType<typeof openFrameGuard>): Io {
  const readAddress = addressReader(deps.trustedProxies)
  const seats = countSeats(seatLimits)
  const seatOf = (request: IncomingMessage): Promise<Seat | null> =>
    findSeat(deps, request, readAddress(request)).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a socket of the console could not be admitted')
      return null
    })
  const io: Io = new Server(createServer(), {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: frameLimits.messageBytesMax,
    perMessageDeflate: false,
    // A browser always says which page it is; without a session no connection is ever established.
    allowRequest: async (request, answer) => {
      const seat = await seatOf(request)
      answer(null, seat !== null && seats.isFree(networkOf(seat.address)))
    },
  })
  io.engine.on(
    'connection',
    (line: EngineSocket & { request: IncomingMessage; close: () => void }) => {
      const network = networkOf(readAddress(line.request))
      if (!seats.take(network)) line.close()
      line.on('close', () => seats.leave(network))
      frames.guard(line, network)
    },
  )
  io.use(async (socket, next) => {
    const seat = await seatOf(socket.request)
    if (seat !== null) socket.data = seat
    next(seat === null ? new Error('NOT_SIGNED_IN') : undefined)
  })
  io.on('connection', (socket) => {
    const own = [...io.of('/').sockets.values()].filter(
      ({ data }) => data.name === socket.data.name,
    )
    for (const oldest of own.slice(0, Math.max(0, own.length - seatLimits.member)))
      oldest.disconnect(true)
  })
  return io
}

async function findSeat(
  { origin, findSession, isAllowed }: SocketDeps,
  { headers }: IncomingMessage,
  address: string,
): Promise<Seat | null> {
  const token = tokenIn(headers.cookie)
  if (headers.origin !== origin || token === null || !(await isAllowed(address))) return null
  const found = await findSession(token, 'cookie')
  if (typeof found === 'string') return null
  return { session: found.session, name: found.name, address, roles: found.roles }
}

/** Sends a hint to the sockets that may receive it; fields that the contract does not name are not sent. */
function passOn(sockets: readonly Socket[], payload: string): void {
  const { name, hint } = notice.parse(JSON.parse(payload))
  if (name === 'me') {
    const { operator } = ofOperator.parse(hint)
    for (const socket of sockets) if (socket.data.name === operator) socket.emit('me', {})
    return
  }
  const content = hints[name].parse(hint)
  const right = rightOf[name]
  for (const socket of sockets)
    if (right === null || hasRight(socket.data.roles, right))
      socket.emit(name, ...([content] as never))
}
