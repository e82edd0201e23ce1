import type { ChatMessage } from '@kapao/contract/chat'
import type { Role } from '@kapao/contract/console/roles'
import type { Queryable, Tx } from '#core/db/db.ts'
import { messageColumns, type Message, type Talk } from './store.ts'

export type Box = 'mine' | 'unassigned' | 'all' | 'closed'

export type InboxTalk = Omit<Talk, 'isOver' | 'lastSeq' | 'seenSeq' | 'createdAt'> & {
  assignedTo: string | null
  /** Nothing is taken from this guest until then; and how often that was decided. */
  blockedUntil: Date | null
  blocks: number
  forRole: Role | null
  /** The member whom a guest says to be. */
  claims: string | null
  /** The newest message that is not the menu's. */
  last: ChatMessage | null
  /** The customer's messages that no operator has read. */
  unread: number
}

/** No page shows a higher number. */
const unreadMax = 99

const columns = `c.owner, c.code, c.state, c.language, c.session, c.read_seq as "readSeq", c.waiting_since as "waitingSince",
  c.last_at as "lastAt", c.assigned_to as "assignedTo", c.for_role as "forRole", c.claims, c.blocked_until as "blockedUntil", c.blocks,
  (select m.message from chat_message m where m.owner = c.owner and m.sender <> 'menu' order by m.seq desc limit 1) as last,
  (select count(*)::int from (select from chat_message m where m.owner = c.owner and m.seq > c.seen_seq
     and m.sender = 'customer' limit ${unreadMax}) as new) as unread`

export async function findInboxTalk(on: Queryable, code: string): Promise<InboxTalk | null> {
  const rows = await on.query<InboxTalk>(
    `select ${columns} from chat_conversation c where c.code = $1`,
    [code],
  )
  return rows[0] ?? null
}

/**
 * The parts of a box, in the order in which they are read: members who wait, guests who wait, since anyone can create a
 * crowd of guests, and talks that were answered. Each is read by a key of its own.
 */
export const partsOf = { open: ['members', 'guests', 'answered'], closed: ['closed'] } as const
export type Part = (typeof partsOf)[keyof typeof partsOf][number]

const readBy: Record<Part, { where: string; key: string; isDown: boolean }> = {
  members: {
    where: `c.state = 'waiting' and c.owner like 'member:%'`,
    key: 'c.waiting_since',
    isDown: false,
  },
  guests: {
    where: `c.state = 'waiting' and c.owner like 'guest:%'`,
    key: 'c.waiting_since',
    isDown: false,
  },
  answered: { where: `c.state = 'person'`, key: 'c.last_at', isDown: true },
  closed: { where: `c.state = 'menu' and c.is_over`, key: 'c.last_at', isDown: true },
}

export type Position = { at: string; owner: string }
export type WantedPart = {
  part: Part
  box: Box
  operator: string
  roles: readonly Role[]
  after: Position | null
  limit: number
}

export type InboxRow = InboxTalk & { at: string }

export function listPart(
  on: Queryable,
  { part, box, operator, roles, after, limit }: WantedPart,
): Promise<InboxRow[]> {
  const { where, key, isDown } = readBy[part]
  const whose =
    box === 'mine'
      ? '(c.assigned_to = $1 or c.for_role = any ($5))'
      : box === 'unassigned'
        ? 'c.assigned_to is null'
        : 'true'
  const order = isDown ? 'desc' : 'asc'
  return on.query<InboxRow>(
    `select ${columns}, to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
     from chat_conversation c
     where ${where} and ${whose} and ($1::text is not null and $5::text[] is not null)
       and ($2::timestamptz is null or (${key}, c.owner) ${isDown ? '<' : '>'} ($2::timestamptz, $3))
     order by ${key} ${order}, c.owner ${order} limit $4`,
    [operator, after?.at ?? null, after?.owner ?? null, limit, roles],
  )
}

/** Messages below a number, newest first. */
export function listBefore(
  on: Queryable,
  owner: string,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<Message[]> {
  return on.query<Message>(
    `select ${messageColumns} from chat_message m
     where m.owner = $1 and m.seq < coalesce($2::bigint, 9223372036854775807) order by m.seq desc limit $3`,
    [owner, before, limit],
  )
}

/** To somebody, to a role, or to nobody. */
export async function setAssigned(
  tx: Tx,
  owner: string,
  { to, role }: { to: string | null; role: Role | null },
): Promise<void> {
  await tx.query('update chat_conversation set assigned_to = $2, for_role = $3 where owner = $1', [
    owner,
    to,
    role,
  ])
}

export async function setClaims(tx: Tx, owner: string, memberId: string | null): Promise<void> {
  await tx.query('update chat_conversation set claims = $2 where owner = $1', [owner, memberId])
}

/** Nothing is taken from a guest until then; null takes it back. */
export async function setBlocked(tx: Tx, owner: string, until: Date | null): Promise<void> {
  await tx.query(
    `update chat_conversation set blocked_until = $2, blocks = blocks + case when $2::timestamptz is null then 0 else 1 end
     where owner = $1`,
    [owner, until],
  )
}

/** Until when nothing is taken from a guest. */
export async function findBlocked(on: Queryable, owner: string): Promise<Date | null> {
  const [row] = await on.query<{ until: Date | null }>(
    'select blocked_until as until from chat_conversation where owner = $1',
    [owner],
  )
  return row?.until ?? null
}

/** An operator who answers an unassigned talk is assigned to it. */
export async function assignIfFree(tx: Tx, owner: string, to: string): Promise<void> {
  await tx.query(
    'update chat_conversation set assigned_to = $2, for_role = null where owner = $1 and assigned_to is null',
    [owner, to],
  )
}

export type TalkClosure = {
  owner: string
  session: string
  at: Date
  by: string
  reason: string | null
}

export async function setServed(
  tx: Tx,
  { owner, session, at, by, reason }: TalkClosure,
): Promise<void> {
  await tx.query(
    `update chat_served set closed_at = $3, closed_by = $4, reason = $5
     where owner = $1 and session = $2 and closed_at is null`,
    [owner, session, at, by, reason],
  )
}

/** Seconds from the wait to the first answer of the current session; null where there was none. */
export async function findFirstAnswer(
  on: Queryable,
  { owner, session }: Pick<TalkClosure, 'owner' | 'session'>,
): Promise<number | null> {
  const rows = await on.query<{ seconds: number | null }>(
    `select extract(epoch from answered_at - waiting_at)::float8 as seconds from chat_served where owner = $1 and session = $2`,
    [owner, session],
  )
  return rows[0]?.seconds ?? null
}

export type Times = {
  talks: number
  firstMedian: number | null
  firstP90: number | null
  solvedMedian: number | null
  solvedP90: number | null
}

export async function readTimes(on: Queryable, since: Date): Promise<Times> {
  const rows = await on.query<Times>(
    `select count(*)::int as talks,
       percentile_cont(0.5) within group (order by extract(epoch from answered_at - waiting_at)) as "firstMedian",
       percentile_cont(0.9) within group (order by extract(epoch from answered_at - waiting_at)) as "firstP90",
       percentile_cont(0.5) within group (order by extract(epoch from closed_at - waiting_at)) as "solvedMedian",
       percentile_cont(0.9) within group (order by extract(epoch from closed_at - waiting_at)) as "solvedP90"
     from chat_served where waiting_at > $1`,
    [since],
  )
  return rows[0]!
}

/** Notifies the desk that the customer of a talk is typing, if people have the talk. */
export async function hintOfTyping(on: Queryable, owner: string): Promise<void> {
  await on.query(
    `select core_console_hint('typing', jsonb_build_object('talk', code)) from chat_conversation
     where owner = $1 and state <> 'menu'`,
    [owner],
  )
}
