import type {
  ConsoleAccess,
  ConsoleEndpointShape,
  ConsoleRate,
} from '@kapao/contract/console/endpoint'
import { consoleMark } from '@kapao/contract/console/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { networkOf, type Counter, type Figure } from '../limits/rate-limit.ts'
import { createLine, NoTurn } from '../lines/line.ts'
import { ConsoleRefused } from './refuse.ts'
import type { ConsoleBridge, SignedIn } from './route.ts'

/** How a token came: browsers send a cookie, terminals and scripts a bearer, and neither is good as the other. */
export type SentBy = 'cookie' | 'bearer'

/** Who a session is, as the roles are now; `ended` was a session once. */
export type FindSession = (token: string, by: SentBy) => Promise<SignedIn | 'unknown' | 'ended'>

export type BridgeDeps = Pick<ConsoleBridge, 'freeBytesMin'> & {
  clock: Clock
  /** Where the page of the console is served, as browsers name it. */
  origin: string
  /** Whether an address is in the listed networks. */
  isAllowed: (address: string) => Promise<boolean>
  findSession: FindSession
  /** Counts calls, together with other consoles where they share a store. */
  counter: Counter
  /** Multiplies every limit, for load tests. */
  factor: number
}

type ConsoleLimit = { operator: Figure; address: Figure }

/** The one table of the console's figures; docs/security.md shows it. Signing in counts by address. */
const consoleLimits: Record<ConsoleRate | 'stranger', ConsoleLimit> = {
  read: { operator: { burst: 240, perMinute: 480 }, address: { burst: 120, perMinute: 240 } },
  change: { operator: { burst: 60, perMinute: 120 }, address: { burst: 60, perMinute: 120 } },
  search: { operator: { burst: 30, perMinute: 60 }, address: { burst: 30, perMinute: 60 } },
  signin: { operator: { burst: 10, perMinute: 10 }, address: { burst: 20, perMinute: 20 } },
  // Calls without a session that is known: guesses of a token.
  stranger: { operator: { burst: 1, perMinute: 1 }, address: { burst: 120, perMinute: 60 } },
}

export const sessionCookie = '__Host-kapao-console'

/** A browser sends it back only to this host, over TLS (or to this machine), from this site, and to no script. */
export function cookieOf(token: string, seconds: number): string {
  return `${sessionCookie}=${token}; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=${seconds}`
}

/** The token of a session, or null. */
export function tokenIn(cookies: string | undefined): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${sessionCookie}=([A-Za-z0-9_-]{43})(?:;|$)`)
  return pattern.exec(cookies ?? '')?.[1] ?? null
}

function bearerIn(authorization: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1] ?? null
}

/** Decides who may call the console at all, before anything else of a call is read. */
export function openConsoleBridge(deps: BridgeDeps): ConsoleBridge {
  const { clock, findSession, isAllowed, freeBytesMin } = deps
  const count = countCalls(deps)
  return {
    freeBytesMin,
    now: clock.now,
    inTurn: openTurns(),
    admit: async (request, { method, access, rate }, reply) => {
      if (!(await isAllowed(request.ip))) throw new ConsoleRefused('ADDRESS_NOT_ALLOWED')
      refuseForeignSite(deps.origin, method, request)
      await count(strangerClass(access, rate), { address: request.ip }, reply)
    },
    findOperator: async ({ headers: { cookie, authorization } }) => {
      const by = authorization === undefined ? 'cookie' : 'bearer'
      const token = by === 'cookie' ? tokenIn(cookie) : bearerIn(authorization)
      const found = token === null ? 'unknown' : await findSession(token, by)
      if (found === 'unknown') throw new ConsoleRefused('NOT_SIGNED_IN')
      if (found === 'ended') throw new ConsoleRefused('SESSION_ENDED')
      return found
    },
    count: async (operator, { access, rate }, reply) => {
      count.giveBack(strangerClass(access, rate), { address: reply.request.ip })
      await count(rate, { operator }, reply)
    },
  }
}

/**
 * What reads much of the database: a search reads its index for every word, a file every row that it has. However many
 * one operator asks for, the others' calls have the processor and the connections; docs/security.md shows the figures.
 */
export const consoleTurns = {
  search: { ownerAtOnceMax: 2, atOnceMax: 6, ownerWaitingMax: 28, waitingMax: 256, waitMs: 10_000 },
  file: { ownerAtOnceMax: 1, atOnceMax: 2, ownerWaitingMax: 2, waitingMax: 16, waitMs: 30_000 },
} as const

export function openTurns(): ConsoleBridge['inTurn'] {
  const lines = {
    search: createLine(consoleTurns.search),
    file: createLine(consoleTurns.file),
  }
  return async (operator, { kind, reply }, work) => {
    try {
      return await lines[kind].run(operator.name, work)
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      void reply.header('retry-after', turnSeconds)
      throw new ConsoleRefused('REQUEST_LIMIT')
    }
  }
}

/** Most searches and files are done within it. */
const turnSeconds = 5

/** A call that needs a session counts as a stranger's until the session is found. */
function strangerClass(access: ConsoleAccess, rate: ConsoleRate): ConsoleRate | 'stranger' {
  return access === 'public' ? rate : 'stranger'
}

type Caller = { address: string } | { operator: SignedIn }

function countCalls({ counter, factor }: Pick<BridgeDeps, 'counter' | 'factor'>) {
  const bucketOf = (limited: keyof typeof consoleLimits, caller: Caller) => {
    const isKnown = 'operator' in caller
    const { burst, perMinute } = consoleLimits[limited][isKnown ? 'operator' : 'address']
    const key = isKnown ? `#${caller.operator.name}` : `@${networkOf(caller.address)}`
    const figure = { burst: burst * factor, perMinute: perMinute * factor }
    return [`console:${limited}${key}`, figure] as const
  }
  const count = async (
    limited: keyof typeof consoleLimits,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<void> => {
    const waitMs = await counter.take(...bucketOf(limited, caller))
    if (waitMs === 0) return
    void reply.header('retry-after', Math.ceil(waitMs / 1_000))
    throw new ConsoleRefused('REQUEST_LIMIT')
  }
  return Object.assign(count, {
    giveBack: (limited: keyof typeof consoleLimits, caller: Caller) =>
      counter.giveBack(...bucketOf(limited, caller)),
  })
}

/**
 * The cookie goes with no request of another site (`SameSite=Strict`); these are the second and third reasons why none
 * can act in an operator's name. A program that is no browser sends neither, and has no cookie but its own.
 */
function refuseForeignSite(
  own: string,
  method: ConsoleEndpointShape['method'],
  { headers }: FastifyRequest,
): void {
  const { origin, 'sec-fetch-site': site, 'x-client': mark } = headers
  // A file is also fetched by a typed address.
  const isOwn =
    site === undefined || site === 'same-origin' || (method === 'GET' && site === 'none')
  const isFromHere = origin === undefined || origin === own
  if (!isOwn || !isFromHere || (method === 'POST' && mark !== consoleMark))
    throw new ConsoleRefused('WRONG_SITE')
}
