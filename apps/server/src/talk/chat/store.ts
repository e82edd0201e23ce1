import type { ChatMessage } from '@kapao/contract/chat'
import type { Language } from '@kapao/contract/limits'
import { hint } from '#core/console/hint-store.ts'
import type { Queryable, Tx } from '#core/db/db.ts'

export type TalkState = 'menu' | 'waiting' | 'person'
export type Sender = 'customer' | 'menu' | 'person'

export type Talk = {
  owner: string
  code: string
  state: TalkState
  language: Language
  session: string
  isOver: boolean
  lastSeq: bigint
  readSeq: bigint
  seenSeq: bigint
  waitingSince: Date | null
  createdAt: Date
  lastAt: Date
}

export type Message = {
  owner: string
  seq: bigint
  id: string
  session: string
  sender: Sender
  operator: string | null
  delivery: string | null
  message: ChatMessage
  createdAt: Date
}

/** Literal conditions, so that the planner sees that the index of guests covers them. */
const ofKind = { member: `owner like 'member:%'`, guest: `owner like 'guest:%'` } as const

export const talkColumns = `owner, code, state, language, session, is_over as "isOver", last_seq as "lastSeq", read_seq as "readSeq",
  seen_seq as "seenSeq", waiting_since as "waitingSince", created_at as "createdAt", last_at as "lastAt"`
export const messageColumns = `m.owner, m.seq, m.id, m.session, m.sender, m.operator, m.delivery, m.message, m.created_at as "createdAt"`

export type NewTalk = Pick<Talk, 'owner' | 'code' | 'language' | 'session'> & { at: Date }

/** Creates a talk unless there is one. */
export async function insertTalk(tx: Tx, talk: NewTalk): Promise<void> {
  await tx.query(
    `insert into chat_conversation (owner, code, language, session, created_at, last_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (owner) do nothing`,
    [talk.owner, talk.code, talk.language, talk.session, talk.at],
  )
}

/** Locks the row that every message of a talk locks first, so that they have one order. */
export async function lockTalk(tx: Tx, owner: string): Promise<Talk | null> {
  tx.expectLine(owner)
  return findOne(tx, 'owner = $1 for update', owner)
}

export function findTalk(on: Queryable, owner: string): Promise<Talk | null> {
  return findOne(on, 'owner = $1', owner)
}

export function findTalkByCode(on: Queryable, code: string): Promise<Talk | null> {
  return findOne(on, 'code = $1', code)
}

async function findOne(on: Queryable, which: string, value: string): Promise<Talk | null> {
  const rows = await on.query<Talk>(`select ${talkColumns} from chat_conversation where ${which}`, [
    value,
  ])
  return rows[0] ?? null
}

/** Writes back what has changed; the caller holds the row lock. */
export async function updateTalk(tx: Tx, talk: Talk): Promise<void> {
  await tx.query(
    `update chat_conversation set state = $2, language = $3, session = $4, is_over = $5, last_seq = $6,
       read_seq = greatest(read_seq, $7), seen_seq = greatest(seen_seq, $8), waiting_since = $9, last_at = $10 where owner = $1`,
    [
      talk.owner,
      talk.state,
      talk.language,
      talk.session,
      talk.isOver,
      talk.lastSeq,
      talk.readSeq,
      talk.seenSeq,
      talk.waitingSince,
      talk.lastAt,
    ],
  )
}

export async function insertMessage(tx: Tx, one: Message): Promise<void> {
  await tx.query(
    `insert into chat_message (owner, seq, id, session, sender, operator, delivery, message, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      one.owner,
      one.seq,
      one.id,
      one.session,
      one.sender,
      one.operator,
      one.delivery,
      one.message,
      one.createdAt,
    ],
  )
}

export async function findDelivered(
  on: Queryable,
  owner: string,
  delivery: string,
): Promise<Message | null> {
  const rows = await on.query<Message>(
    `select ${messageColumns} from chat_message m where m.owner = $1 and m.delivery = $2`,
    [owner, delivery],
  )
  return rows[0] ?? null
}

/** Newest first. Skipping is cheap, because the numbers have no gaps. */
export function listMessages(
  on: Queryable,
  owner: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<Message[]> {
  return on.query<Message>(
    `select ${messageColumns} from chat_conversation c join chat_message m on m.owner = c.owner
       and m.seq between c.last_seq - $2::bigint - $3::bigint + 1 and c.last_seq - $2::bigint
     where c.owner = $1 order by m.seq desc`,
    [owner, skip, limit],
  )
}

export type News = { owner: string; from: bigint; to: bigint }

/** The messages with these numbers, in order. */
export function listNews(on: Queryable, news: readonly News[]): Promise<Message[]> {
  return on.query<Message>(
    `select ${messageColumns} from unnest($1::text[], $2::bigint[], $3::bigint[]) as wanted (owner, "from", "to")
     join chat_message m on m.owner = wanted.owner and m.seq between wanted."from" and wanted."to"
     order by m.owner, m.seq`,
    [news.map(({ owner }) => owner), news.map(({ from }) => from), news.map(({ to }) => to)],
  )
}

export type ReadPosition = Pick<Talk, 'owner' | 'seenSeq' | 'lastSeq'> & { unread: number }
/** The count stops here: no page shows a higher number. */
const unreadMax = 99

export function listReadPositions(
  on: Queryable,
  owners: readonly string[],
): Promise<ReadPosition[]> {
  return on.query<ReadPosition>(
    `select c.owner, c.seen_seq as "seenSeq", c.last_seq as "lastSeq",
       (select count(*)::int from (select 1 from chat_message m
          where m.owner = c.owner and m.seq > c.read_seq and m.sender <> 'customer' limit $2::int) as counted) as unread
     from chat_conversation c where c.owner = any($1)`,
    [owners, unreadMax],
  )
}

/** Sets the customer's read mark to a number, or to the last message with null; returns whether that was new. */
export async function setRead(on: Queryable, owner: string, seq: bigint | null): Promise<boolean> {
  const rows = await on.query(
    `update chat_conversation set read_seq = least(coalesce($2::bigint, last_seq), last_seq)
     where owner = $1 and read_seq < least(coalesce($2::bigint, last_seq), last_seq) returning owner`,
    [owner, seq],
  )
  return rows.length > 0
}

export async function setSeen(on: Queryable, owner: string): Promise<boolean> {
  const rows = await on.query(
    `update chat_conversation set seen_seq = last_seq where owner = $1 and seen_seq < last_seq returning owner`,
    [owner],
  )
  return rows.length > 0
}

const crowdLock = 4_011_010

/** Serializes the beginning of talks within one network, so that concurrent guests are counted. */
export async function lockNetwork(tx: Tx, network: Buffer): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [
    crowdLock,
    network.toString('hex'),
  ])
}

export type Openness = { menuSince: Date; peopleSince: Date }

/** Counts the guests of a network, except one, that have a talk open: recently with the menu, or with staff. */
export async function countOpenGuests(
  tx: Tx,
  { network, but }: { network: Buffer; but: string },
  { menuSince, peopleSince }: Openness,
): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::int as total from chat_conversation where network = $1 and last_at > $3 and not is_over
       and (state <> 'menu' or last_at > $2) and owner <> $4`,
    [network, menuSince, peopleSince, but],
  )
  return rows[0]!.total
}

/** Sets the network that a guest's talk counts for from now on. */
export async function setNetwork(tx: Tx, owner: string, network: Buffer): Promise<void> {
  await tx.query('update chat_conversation set network = $2 where owner = $1', [owner, network])
}

export const chatChannel = 'chat_news'

/** Delivered to every process once the transaction commits, and never if it does not. */
export async function notifyOf(on: Queryable, payload: string): Promise<void> {
  await on.query('select pg_notify($1, $2)', [chatChannel, payload])
}

/**
 * Notifies the desk of a talk that people have, had or are wanted in: one that the menu has again is still open before
 * somebody, or among the closed ones. Talks that were never theirs are of no interest there.
 */
export async function hintOfTalk(tx: Queryable, { owner, code, state }: Talk): Promise<void> {
  if (state === 'menu' && !(await wasServed(tx, owner))) return
  await hint(tx, 'talk', { talk: code })
  if (state === 'waiting') await hint(tx, 'work', { kind: 'talk', id: code })
}

async function wasServed(on: Queryable, owner: string): Promise<boolean> {
  const rows = await on.query('select from chat_served where owner = $1 limit 1', [owner])
  return rows.length > 0
}

/** Removes messages that are older, however long their talks go on; returns how many. */
export async function deleteOlderMessages(
  on: Queryable,
  { kind, before, limit }: Older,
): Promise<number> {
  const rows = await on.query(
    `delete from chat_message where (owner, seq) in (
       select owner, seq from chat_message where created_at < $1 and ${ofKind[kind]} order by created_at limit $2) returning seq`,
    [before, limit],
  )
  return rows.length
}

type Older = { kind: keyof typeof ofKind; before: Date; limit: number }

/** Removes talks without a message since then; returns how many. */
export async function deleteOlder(on: Queryable, { kind, before, limit }: Older): Promise<number> {
  const rows = await on.query(
    `delete from chat_conversation where owner in (
       select owner from chat_conversation where last_at < $1 and ${ofKind[kind]} order by last_at limit $2) returning owner`,
    [before, limit],
  )
  return rows.length
}
