import type { DeskMessage, TalkRow } from '@kapao/contract/console/inbox'
import { rowsOfList } from '@kapao/contract/console/limits'
import type { Role } from '@kapao/contract/console/roles'
import { maskName } from '#core/console/work/masks.ts'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { listNames } from '#records/account/store.ts'
import { ownerOf, viewOfMessage, type TalkReader, type Owner, type ShowDeps } from './show.ts'
import type { Message } from './store.ts'
import {
  findFirstAnswer,
  findInboxTalk,
  listBefore,
  listPart,
  partsOf,
  type Box,
  type InboxTalk,
  type Part,
  type Position,
} from './inbox-store.ts'

type RowDeps = { db: Queryable; clock: Clock }

export type InboxDeps = Pick<ShowDeps, 'addressOf'> & RowDeps

const messagesMax = 50
const lastWordsMax = 120

type Reader = { name: string; roles: readonly Role[] }

/** One page of a box, and where the next one begins. */
export async function listInbox(
  deps: RowDeps,
  { box, operator, after }: { box: Box; operator: Reader; after: string | null },
): Promise<{ rows: TalkRow[]; next: string | null }> {
  const parts: readonly Part[] = box === 'closed' ? partsOf.closed : partsOf.open
  const { name, roles } = operator
  const from = readPlace(after)
  const begin = from ? Math.max(0, parts.indexOf(from.part)) : 0
  const found: (InboxTalk & { at: string; part: Part })[] = []
  for (const [at, part] of parts.slice(begin).entries()) {
    const limit = rowsOfList + 1 - found.length
    if (limit <= 0) break
    const place = at === 0 && from?.part === part ? from.position : null
    const rows = await listPart(deps.db, { part, box, operator: name, roles, after: place, limit })
    found.push(...rows.map((row) => ({ ...row, part })))
  }
  const shown = found.slice(0, rowsOfList)
  const last = found.length > rowsOfList ? shown.at(-1) : undefined
  return {
    rows: await rowsOf(deps, shown),
    next: last ? `${last.part}|${last.at}|${last.owner}` : null,
  }
}

const placeForm = /^(\w+)\|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\|([\w:-]{3,80})$/

function readPlace(text: string | null): { part: Part; position: Position } | null {
  const [, part, at, owner] = placeForm.exec(text ?? '') ?? []
  return part && at && owner ? { part: part as Part, position: { at, owner } } : null
}

export async function rowOf(deps: RowDeps, talk: InboxTalk): Promise<TalkRow> {
  const [row] = await rowsOf(deps, [talk])
  return row!
}

/** However many they are, their members' names are one question to the database. */
async function rowsOf(deps: RowDeps, talks: readonly InboxTalk[]): Promise<TalkRow[]> {
  const owners = talks.map(({ owner }) => ownerOf(owner))
  const claimed = talks.flatMap(({ claims }) =>
    claims === null ? [] : ownerOf(`member:${claims}`),
  )
  const names = await shownNamesOf(deps, [...owners, ...claimed])
  return talks.map((talk, at) => {
    const { memberId } = owners[at]!
    return {
      talk: talk.code,
      memberId,
      name: (memberId && names.get(memberId)) ?? '',
      language: talk.language,
      last: wordsOf(talk.last).slice(0, lastWordsMax),
      lastAt: talk.lastAt.toISOString(),
      waitsSince: talk.waitingSince?.toISOString() ?? null,
      unread: talk.unread,
      assignedTo: talk.assignedTo,
      forRole: talk.forRole,
      claims:
        talk.claims === null ? null : { memberId: talk.claims, name: names.get(talk.claims) ?? '' },
      isClosed: talk.state === 'menu',
      ...(memberId === null && {
        blockedUntil: blockedAt(talk, deps.clock.now()),
        blocks: talk.blocks,
      }),
    }
  })
}

function blockedAt({ blockedUntil }: InboxTalk, now: Date): string | null {
  return blockedUntil && blockedUntil > now ? blockedUntil.toISOString() : null
}

/** By the member's id, as the desk may see it. A guest has no name; the page says so. */
async function shownNamesOf(
  { db }: RowDeps,
  owners: readonly Owner[],
): Promise<Map<string, string>> {
  const ids = owners.flatMap(({ memberId }) => memberId ?? [])
  const found = ids.length === 0 ? [] : await listNames(db, ids)
  return new Map(found.map(({ id, name }) => [id, maskName(name)]))
}

function wordsOf(message: InboxTalk['last']): string {
  if (message === null) return ''
  if ('payloads' in message) return message.payloads[0]?.title ?? ''
  return message.payload.message ?? ''
}

export type ShownTalk = TalkRow & {
  messages: DeskMessage[]
  isMore: boolean
  readTo: number
  firstAnswerSeconds: number | null
}

/** A talk with its newest messages, oldest first, or those before a number; null for an unknown one. */
export async function showTalk(
  deps: InboxDeps,
  { code, before }: { code: string; before: number | null },
): Promise<ShownTalk | null> {
  const talk = await findInboxTalk(deps.db, code)
  if (!talk) return null
  const below = before === null ? null : BigInt(before)
  const found = await listBefore(deps.db, talk.owner, { before: below, limit: messagesMax + 1 })
  const named = await namedFor(deps, ownerOf(talk.owner))
  const shown = found.slice(0, messagesMax).toReversed()
  return {
    ...(await rowOf(deps, talk)),
    messages: shown.map((message) => shownMessage(deps, message, named)),
    isMore: found.length > messagesMax,
    readTo: Number(talk.readSeq),
    firstAnswerSeconds: await findFirstAnswer(deps.db, talk),
  }
}

/** As `nameOf` for the customer, but without the phone, and with no guest's signed id: that one is a key. */
export async function namedFor(deps: InboxDeps, owner: Owner): Promise<TalkReader> {
  const [name = ''] = (await shownNamesOf(deps, [owner])).values()
  return { userId: owner.memberId, guestId: null, username: null, name: name === '' ? null : name }
}

export function shownMessage(
  deps: Pick<ShowDeps, 'addressOf'>,
  message: Message,
  named: TalkReader,
): DeskMessage {
  const { sender: writer, operator } = message
  return { ...viewOfMessage(deps, message, named), writer, operator }
}
