import { markChatRead, readChatConfig, readHistory, sendMessage } from '@kapao/contract/chat'
import { defaultLanguage, type Language, type Variant } from '@kapao/contract/limits'
import { roomOfGuest, roomOfMember } from '#core/live/admit.ts'
import { networkOf } from '#core/limits/rate-limit.ts'
import { Refused } from '#core/refused.ts'
import { route, type Api } from '#core/calls/route.ts'
import { setTalkRead } from '#records/notices/store.ts'
import type { Guests } from './guests.ts'
import { receiveMessage, type SendDeps } from './send.ts'
import { loadHistory, loadReadPosition, type Owner, type ShowDeps } from './show.ts'
import { notifyOf, setRead } from './store.ts'

const roomPrefix = 'chat'

export type RouteDeps = SendDeps & Omit<ShowDeps, 'db'> & { guests: Guests; variant: Variant }

/** The caller as far as a call shows it: a member by the session, a guest by the signed id. */
export type ChatCaller = {
  memberId: string | null
  guestId: string | null
  language: Language | null
  address: string
}
type ClaimedOwner = { userId?: string | null | undefined; guestId?: string | null | undefined }

export function chatRoutes(app: Api, deps: RouteDeps): void {
  const { db, clock, guests, variant } = deps
  const languageOf = ({ language }: ChatCaller) => language ?? defaultLanguage(variant)
  const whoCalls = async (caller: ChatCaller, named: ClaimedOwner) => {
    refuseOthers(caller, named)
    const owner = await findOwner(guests, caller)
    if (!owner) throw new Refused('UNAUTHORIZED')
    const network = owner.memberId === null ? networkOf(caller.address) : null
    return { ...owner, network, language: languageOf(caller) }
  }

  route(app, readChatConfig, async (caller) => {
    const owner = await findOwner(guests, caller)
    const position = owner ? await loadReadPosition(deps, owner.owner) : { unread: 0, seen: 0 }
    const made = owner ? {} : { guestId: await guests.make() }
    return { PREFIX: roomPrefix, ...made, ...position }
  })
  route(app, sendMessage, async (caller, { message, ...named }) => {
    const sentAt = await receiveMessage(deps, await whoCalls(caller, named), message)
    return sentAt.toISOString()
  })
  route(app, readHistory, async (caller, { skip, limit, ...named }) =>
    loadHistory(deps, await whoCalls(caller, named), { skip, limit }),
  )
  route(app, markChatRead, async (caller, { seq, ...named }) => {
    const { owner, memberId } = await whoCalls(caller, named)
    const isNew = await setRead(db.inLine(owner), owner, seq === undefined ? null : BigInt(seq))
    // The member's other pages clear their unread count.
    if (isNew) await notifyOf(db, JSON.stringify({ owner }))
    if (isNew && memberId !== null) await setTalkRead(db, memberId, clock.now())
    return { message: 'SUCCESS' as const }
  })
}

export async function findOwner(
  guests: Pick<Guests, 'read'>,
  { memberId, guestId }: Pick<ChatCaller, 'memberId' | 'guestId'>,
): Promise<Owner | null> {
  if (memberId !== null) return { owner: roomOfMember(memberId), memberId, guest: null }
  const guest = guestId === null ? null : await guests.read(guestId)
  return guest === null ? null : { owner: roomOfGuest(guest), memberId: null, guest }
}

/** SEC-11: a body may name the caller or no one. A member has no access to what they wrote as a guest. */
function refuseOthers({ memberId, guestId }: ChatCaller, named: ClaimedOwner): void {
  if (named.userId && named.userId !== memberId)
    throw new Refused('KEY_INVALID', 'userId is not yours')
  if (named.guestId && memberId === null && named.guestId !== guestId)
    throw new Refused('KEY_INVALID', 'guestId is not yours')
}
