import type { EndpointShape } from '@kapao/contract/endpoint'
import { idempotencyKeyForm, languages, type Language } from '@kapao/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Device, Devices } from '../session/devices/devices.ts'
import { SessionLost } from './fault.ts'
import type { LimitClass, RateLimiter, Who } from '../limits/rate-limit.ts'
import { Refused } from '../refused.ts'
import { sessionKeyOf, type Sessions } from '../session/session.ts'

/** The caller, as far as the call's access identifies it. */
export type CallerOf<E extends EndpointShape = EndpointShape> = {
  memberId: E['access'] extends 'member'
    ? string
    : E['access'] extends 'guest'
      ? string | null
      : null
  /** Identifies the session without being its token. */
  sessionKey: E['access'] extends 'member' ? string : string | null
  /** The `Idempotency-Key` of the call, where the contract lets it carry one. */
  key: E extends { keyed: true } ? string | null : null
  /** The signed guest id of a chat caller, as received; not verified. */
  guestId: E['access'] extends 'guest' ? string | null : null
  /** The language of the page, from its cookie; null when the browser sends none. */
  language: Language | null
  address: string
  /** The browser's user-agent header. */
  userAgent: string
  /** Who has logged in before on the calling device; authenticates nothing. */
  device: Device
  /** The identity that the limiter counted this call under. */
  counted: Who
  requestId: string
}

export type CallerDeps = { sessions: Sessions; devices: Devices; limiter: RateLimiter }

const userAgentLengthMax = 200

/** Classes of calls before there is a session; a known device has its own share of them. */
const sharedByDevice: ReadonlySet<LimitClass> = new Set(['login', 'otp', 'guess'])

/** Identifies and counts the caller, or refuses. */
export async function findCaller<E extends EndpointShape>(
  deps: CallerDeps,
  endpoint: E,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<CallerOf<E>> {
  const { headers, ip: address } = request
  const count = counterOf(deps.limiter, reply)
  const sessionKey = sessionKeyOf(headers.authorization)
  let memberId: string | null = null
  if (endpoint.access !== 'public') {
    const mayBeGuest = endpoint.access === 'guest' && headers.authorization === undefined
    if (sessionKey !== null) memberId = await findMember(deps, { sessionKey, address }, count)
    else if (!mayBeGuest)
      throw new SessionLost(headers.authorization === undefined ? 'UNAUTHORIZED' : 'INVALID_USER_2')
  }
  const device = deps.devices.read(
    headers.cookie,
    (cookie) => void reply.header('set-cookie', cookie),
  )
  const isShared = memberId === null && sharedByDevice.has(endpoint.rate)
  const own = isShared ? await findDeviceShare(deps, { device, endpoint, address }) : null
  const counted =
    own !== null && (await deps.limiter.take(endpoint.rate, own)) === null
      ? own
      : { memberId, address }
  if (counted !== own) await count(endpoint.rate, counted)
  const key = endpoint.keyed === true ? idempotencyKeyOf(headers['idempotency-key']) : null
  const guestId = endpoint.access === 'guest' ? guestIdOf(headers['x-guest']) : null
  const userAgent = (headers['user-agent'] ?? '').slice(0, userAgentLengthMax)
  const language = languageOf(headers.cookie)
  // The types of the parts depend on the endpoint in a way that a literal cannot express.
  return {
    memberId,
    sessionKey,
    key,
    guestId,
    language,
    address,
    userAgent,
    device,
    counted,
    requestId: request.id,
  } as CallerOf<E>
}

function guestIdOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header !== '' ? header : null
}

/** Only texts depend on it. */
function languageOf(cookies: string | undefined): Language | null {
  const wanted = /(?:^|; )locale=([a-z]{2})(?:;|$)/.exec(cookies ?? '')?.[1]
  return languages.find((language) => language === wanted) ?? null
}

/**
 * The member who last logged in on a known device has a bucket apart from the address's, which strangers may have
 * emptied. It is keyed by member, so that logins on many devices gain nothing.
 */
async function findDeviceShare(
  { limiter }: CallerDeps,
  { device, endpoint, address }: { device: Device; endpoint: EndpointShape; address: string },
): Promise<Who | null> {
  const mark = await device.findMark()
  // Counted before the database is asked, by a name that costs a login to come by, so that invented marks cannot query at will.
  if (mark === null) return null
  const byMark = { memberId: `mark ${mark}`, address }
  if ((await limiter.take(endpoint.rate, byMark)) !== null) return null
  const [login] = await device.listLogins()
  return login ? { memberId: `device of ${login.memberId}`, address } : null
}

type Bearer = { sessionKey: string; address: string }

async function findMember(
  { sessions, limiter }: CallerDeps,
  { sessionKey, address }: Bearer,
  count: Count,
): Promise<string> {
  const known = sessions.peek(sessionKey)
  if (known) return known.memberId
  // Counted before the database is queried and uncounted for a good token, so that a burst of guesses stays bounded.
  const stranger = { memberId: null, address }
  await count('stranger', stranger)
  const found = await sessions.find(sessionKey)
  if ('lost' in found) throw new SessionLost(found.lost)
  limiter.giveBack('stranger', stranger)
  return found.memberId
}

/** Refuses a caller whose session has ended since it was found. */
export async function refuseWhenEnded(
  sessions: Pick<Sessions, 'peek' | 'find'>,
  { memberId, sessionKey }: { memberId: string | null; sessionKey: string | null },
): Promise<void> {
  if (memberId === null || sessionKey === null || sessions.peek(sessionKey)) return
  const found = await sessions.find(sessionKey)
  if ('lost' in found) throw new SessionLost(found.lost)
}

export type Count = (limitClass: LimitClass, who: Who) => Promise<void>

/** Counts calls and refuses those over the limit. */
export function counterOf(limiter: RateLimiter, reply: FastifyReply): Count {
  return async (limitClass, who) => {
    const waitSeconds = await limiter.take(limitClass, who)
    if (waitSeconds === null) return
    void reply.header('retry-after', String(waitSeconds))
    throw new Refused('REQUEST_LIMIT')
  }
}

function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !idempotencyKeyForm.test(header))
    throw new Refused('KEY_INVALID', 'Idempotency-Key must be 16 to 64 letters, digits, _ or -')
  return header
}
