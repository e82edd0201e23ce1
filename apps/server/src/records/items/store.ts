import type { Queryable, Tx } from '#core/db/db.ts'

/**
 * What members wait for while an item about them is open. `friend`: the first waits only for the share that the other
 * one brought, the other one for every reward. `bonus`: only for the bonus that the item names.
 */
export type ItemHold = 'rewards' | 'withdrawals' | 'friend' | 'bonus'

export type NewItem = {
  /** `<room>.<what>`, such as `invite.linked`. */
  kind: `${string}.${string}`
  /** A finding with the same key is the same item. */
  key: string
  memberId?: string | null
  otherId?: string | null
  /** One line for an operator. */
  words: string
  /** The evidence; stored, so without secrets. Amounts as text. */
  evidence?: Record<string, unknown>
  holds?: readonly ItemHold[]
  /** The list in which the same matter waits for people already. */
  waitsAs?: 'deposit' | 'payment' | null
  since: Date
}

export type Item = {
  id: bigint
  kind: string
  key: string
  memberId: string | null
  otherId: string | null
  words: string
  evidence: Record<string, unknown>
  holds: ItemHold[]
  since: Date
  decision: 'allow' | 'deny' | null
  decidedBy: string | null
  decidedAt: Date | null
  why: string | null
}

export const itemColumns = `id, kind, key, member_id as "memberId", other_id as "otherId", words, evidence, holds, since,
  decision, decided_by as "decidedBy", decided_at as "decidedAt", why`

/** Puts an item on the list for operators; returns true where it was not there yet, decided or not. Moves no money. */
export async function noteItem(on: Queryable, item: NewItem): Promise<boolean> {
  const { kind, key, memberId = null, otherId = null, words, evidence = {}, holds = [] } = item
  const { waitsAs = null, since } = item
  const said = [cut(words), JSON.stringify(evidence), [...holds], since, waitsAs]
  const rows = await on.query(
    `insert into items_item (kind, key, member_id, other_id, words, evidence, holds, since, waits_as)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict on constraint items_item_once do nothing returning 1`,
    [kind, key, memberId, otherId, ...said],
  )
  return rows.length > 0
}

const wordsMax = 500

function cut(words: string): string {
  return words.length <= wordsMax ? words : `${words.slice(0, wordsMax - 1)}…`
}

/** Whether something of a member waits for an operator's decision. */
export async function isHeldByItem(
  on: Queryable,
  memberId: string,
  what: 'rewards' | 'withdrawals',
): Promise<boolean> {
  const rows = await on.query(
    `select from items_item where member_id = $1 and decision is null and holds @> array[$2]
     union all
     select from items_item where other_id = $1 and decision is null and holds && $3::text[] limit 1`,
    [memberId, what, what === 'rewards' ? ['rewards', 'friend'] : [what]],
  )
  return rows.length > 0
}

/** Whether an item of one of these kinds about a member waits for an operator's decision. */
export async function isHeldByKind(
  on: Queryable,
  memberId: string,
  kinds: readonly string[],
): Promise<boolean> {
  const rows = await on.query(
    `select from items_item where member_id = $1 and decision is null and kind = any ($2::text[])
     union all
     select from items_item where other_id = $1 and decision is null and kind = any ($2::text[]) limit 1`,
    [memberId, kinds],
  )
  return rows.length > 0
}

/** The friends of a member whose shares wait for an operator's decision. */
export async function listHeldFriends(on: Queryable, memberId: string): Promise<string[]> {
  const rows = await on.query<{ friend: string }>(
    `select other_id as friend from items_item where member_id = $1 and decision is null and holds @> array['friend']`,
    [memberId],
  )
  return rows.map(({ friend }) => friend)
}

export type ItemFilter = {
  kind: string | null
  memberId: string | null
  /** True: open ones, oldest first. False: decided ones, newest first. */
  open: boolean
  limit: number
}

export function listItems(on: Queryable, wanted: ItemFilter): Promise<Item[]> {
  const { kind, memberId, open, limit } = wanted
  return on.query<Item>(
    `select ${itemColumns} from items_item
     where (decision is null) = $3 and ($1::text is null or kind = $1)
       and ($2::text is null or member_id = $2 or other_id = $2)
     order by case when $3 then id else -id end limit $4`,
    [kind, memberId, open, limit],
  )
}

export async function findItem(on: Queryable, id: bigint): Promise<Item | null> {
  const rows = await on.query<Item>(`select ${itemColumns} from items_item where id = $1`, [id])
  return rows[0] ?? null
}

export async function findItemBy(on: Queryable, kind: string, key: string): Promise<Item | null> {
  const rows = await on.query<Item>(
    `select ${itemColumns} from items_item where kind = $1 and key = $2`,
    [kind, key],
  )
  return rows[0] ?? null
}

/** What waited in another list, and holds something still, is listed on its own. */
export async function listAlone(
  on: Queryable,
  { kind, key }: Pick<Item, 'kind' | 'key'>,
): Promise<void> {
  await on.query(
    `update items_item set waits_as = null
     where kind = $1 and key = $2 and decision is null and cardinality(holds) > 0`,
    [kind, key],
  )
}

/** The items of one kind whose keys begin with what was looked at, oldest first. */
export function listOfScope(
  on: Queryable,
  kind: string,
  scope: string,
): Promise<Pick<Item, 'id' | 'key' | 'decidedBy'>[]> {
  return on.query(
    `select id, key, decided_by as "decidedBy" from items_item where kind = $1 and starts_with(key, $2) order by id`,
    [kind, `${scope} `],
  )
}

const deniedMax = 1_000

/** Denied items about a member, of one kind, newest first. */
export function listDenied(on: Queryable, memberId: string, kind: string): Promise<Item[]> {
  return on.query<Item>(
    `select ${itemColumns} from items_item
     where (member_id = $1 or other_id = $1) and kind = $2 and decision = 'deny' order by id desc limit ${deniedMax}`,
    [memberId, kind],
  )
}

/** Waits for a concurrent decision. */
export async function lockItem(tx: Tx, id: bigint): Promise<Item | null> {
  const rows = await tx.query<Item>(
    `select ${itemColumns} from items_item where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

export type DecisionResult = { decision: 'allow' | 'deny'; by: string; at: Date; why: string }

export async function setDecided(tx: Tx, id: bigint, decided: DecisionResult): Promise<void> {
  await tx.query(
    `update items_item set decision = $2, decided_by = $3, decided_at = $4, why = $5 where id = $1`,
    [id, decided.decision, decided.by, decided.at, decided.why],
  )
}

/** What is found further while nobody has decided; the caller holds its lock. */
export async function setEvidence(tx: Tx, id: bigint, evidence: Item['evidence']): Promise<void> {
  await tx.query('update items_item set evidence = $2 where id = $1 and decision is null', [
    id,
    JSON.stringify(evidence),
  ])
}

/** How many have waited for longer than that. */
export async function countWaiting(on: Queryable, since: Date): Promise<number> {
  const [row] = await on.query<{ waiting: number }>(
    'select count(*)::int as waiting from items_item where decision is null and waits_as is null and since < $1',
    [since],
  )
  return row!.waiting
}
