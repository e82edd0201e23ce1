import type { IncomingMessage } from 'node:http'
import { invalidTokenMessage } from '@kapao/contract/refusals'
import { whyClosed } from '../limits/addresses/access.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Switches } from '../calls/route.ts'
import { sessionKeyOf, type Sessions } from '../session/session.ts'

export type AdmitDeps = {
  sessions: Pick<Sessions, 'find'>
  limiter: Pick<RateLimiter, 'take' | 'giveBack'>
  switches: () => Promise<Switches>
  /** The guest behind a signed id, for the chat of guests; null for an invalid id. */
  findGuest: (guestId: string) => Promise<string | null>
  readAddress: (request: IncomingMessage) => string
}

/** The owner of a socket, its address, and the one room that it receives. */
export type Seat = { room: string; sessionKey: string | null; address: string }

/** The refusal of a connection that the page receives; the message is a code, never an internal reason. */
export class NotAdmitted extends Error {
  constructor(code: string) {
    super(code)
    this.name = 'NotAdmitted'
  }
}

export function roomOfMember(memberId: string): string {
  return `member:${memberId}`
}

export function roomOfGuest(guest: string): string {
  return `guest:${guest}`
}

/**
 * S23: the room follows from the token or the signed id alone. S07: both come in the handshake, never in the address.
 */
export async function admit(
  deps: AdmitDeps,
  auth: Readonly<Record<string, unknown>>,
  request: IncomingMessage,
): Promise<Seat> {
  const { token, guestId } = auth
  const address = deps.readAddress(request)
  const shut = whyClosed(await deps.switches(), address)
  if (shut !== null) throw new NotAdmitted(shut)
  if (token === undefined && typeof guestId === 'string')
    return admitGuest(deps, { guestId, address })
  const sessionKey = typeof token === 'string' ? sessionKeyOf(`Bearer ${token}`) : null
  if (sessionKey === null) throw new NotAdmitted(invalidTokenMessage)
  await countStranger(deps, address)
  const found = await deps.sessions.find(sessionKey)
  if ('lost' in found) throw new NotAdmitted(invalidTokenMessage)
  deps.limiter.giveBack('stranger', { memberId: null, address })
  return { room: roomOfMember(found.memberId), sessionKey, address }
}

async function admitGuest(
  deps: AdmitDeps,
  { guestId, address }: { guestId: string; address: string },
): Promise<Seat> {
  await countStranger(deps, address)
  const guest = await deps.findGuest(guestId)
  if (guest === null) throw new NotAdmitted(invalidTokenMessage)
  deps.limiter.giveBack('stranger', { memberId: null, address })
  return { room: roomOfGuest(guest), sessionKey: null, address }
}

/** Guesses are bounded before any lookup, as those of HTTP are; an admitted caller is uncounted. */
async function countStranger({ limiter }: AdmitDeps, address: string): Promise<void> {
  if ((await limiter.take('stranger', { memberId: null, address })) !== null)
    throw new NotAdmitted('REQUEST_LIMIT')
}
