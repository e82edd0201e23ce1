import type { RequestChange } from '@kapao/contract/console/work'
import type { Money } from '@kapao/contract/money'
import type { Seconds } from '#core/audit/decision.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { isOffer, offerKinds } from './budget.ts'

export type ConfirmRequestState =
  | 'alone'
  | 'waits'
  | 'confirmed'
  | 'refused'
  | 'unclear'
  | 'dropped'

export type ConfirmRequest = {
  id: string
  /** The requested command, such as `deposits match`. */
  kind: string
  subject: string
  what: unknown
  /** What it would do, for the operator who is to confirm it. */
  words: string
  /** The first of what it would change, as its asker saw it. */
  changes: RequestChange[]
  state: ConfirmRequestState
  askedBy: string
  askedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  doneAt: Date | null
  /** Why it was not done although somebody confirmed it: a code where there is one, a sentence otherwise. */
  refusal: string | null
}

export const askedColumns = `id::text, kind, subject, what, words, changes, refusal, state, asked_by as "askedBy", asked_at as "askedAt",
  decided_by as "decidedBy", decided_at as "decidedAt", done_at as "doneAt"`

const confirmLock = 4_011_050

/** Serializes requests, so that two concurrent ones cannot each use up what is left of the day. */
export async function lockRequests(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [confirmLock])
}

/** How long a claim to carry it out lasts; it is renewed meanwhile. */
const doingSeconds = 10

/**
 * Takes the turn to do a confirmed request; null while somebody else has it. Nothing is held in between: a dead process
 * loses its turn after some seconds.
 */
export async function takeTurn(tx: Tx, id: string): Promise<number | null> {
  const rows = await tx.query<{ doing: number }>(
    `update confirm_request set doing = doing + 1, doing_until = now() + interval '${doingSeconds} seconds'
     where id = $1 and (doing_until is null or doing_until < now()) returning doing`,
    [id],
  )
  return rows[0]?.doing ?? null
}

export async function keepTurn(on: Queryable, id: string, doing: number): Promise<void> {
  await on.query(
    `update confirm_request set doing_until = now() + interval '${doingSeconds} seconds'
     where id = $1 and doing = $2 and doing_until is not null`,
    [id, doing],
  )
}

export async function endTurn(on: Queryable, id: string, doing: number): Promise<void> {
  await on.query('update confirm_request set doing_until = null where id = $1 and doing = $2', [
    id,
    doing,
  ])
}

export type NewRequest = Pick<
  ConfirmRequest,
  'kind' | 'subject' | 'what' | 'words' | 'changes' | 'askedBy'
> & {
  money: Money | null
  state: 'alone' | 'waits'
}

/** Returns null when the same request already waits. The time is the database's. */
export async function insertRequest(tx: Tx, asked: NewRequest): Promise<ConfirmRequest | null> {
  const { kind, subject, what, words, changes, money, state, askedBy } = asked
  const rows = await tx.query<ConfirmRequest>(
    `insert into confirm_request (kind, subject, what, words, amount, currency, state, asked_by, asked_at, changes)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, now(), $9::jsonb) on conflict do nothing returning ${askedColumns}`,
    [
      kind,
      subject,
      JSON.stringify(what),
      words,
      money?.amount ?? null,
      money?.currency ?? null,
      state,
      askedBy,
      JSON.stringify(changes),
    ],
  )
  return rows[0] ?? null
}

/** Gifts that count against the same limit as one of this kind. */
export type Budget = { kind: string; currency: Money['currency'] }

const spentSql = `from confirm_request
  where state = 'alone' and currency = $1 and (kind = any ($2)) = $3 and asked_at > now() - interval '24 hours'`

function spentOf({ kind, currency }: Budget): readonly unknown[] {
  return [currency, offerKinds, isOffer(kind)]
}

/** What all single operators together have given of a budget without confirmation in 24 hours. */
export async function sumAlone(on: Queryable, budget: Budget): Promise<bigint> {
  const rows = await on.query<{ total: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as total ${spentSql}`,
    spentOf(budget),
  )
  return rows[0]!.total
}

/**
 * Whether what an offer may give was counted in the last 24 hours: by its definition, alone or by two, or by two who had
 * it switched on. What is planned is not there yet.
 */
export async function wasCounted(
  on: Queryable,
  counting: { subject: string; define: string; switch: string },
): Promise<boolean> {
  const rows = await on.query(
    `select from confirm_request
     where subject = $1 and not what ? 'plan' and ((kind = $2 and state = 'alone' and amount is not null) or (kind in ($2, $3) and state = 'confirmed' and done_at is not null))
       and coalesce(decided_at, asked_at) > now() - interval '24 hours' limit 1`,
    [counting.subject, counting.define, counting.switch],
  )
  return rows.length > 0
}

export type Spending = { kind: string; by: string; amount: bigint }

/** By which acts of whom most of it was given. */
export function listSpent(on: Queryable, budget: Budget, limit: number): Promise<Spending[]> {
  return on.query<Spending>(
    `select kind, asked_by as by, sum(amount)::bigint as amount ${spentSql}
     group by kind, asked_by order by sum(amount) desc, asked_by, kind limit $4`,
    [...spentOf(budget), limit],
  )
}

type RequestKey = Pick<ConfirmRequest, 'kind' | 'subject' | 'askedBy'> & { askedAt: Date | null }

/** Who can confirm a request that was made at that time, or now; the asker too, a day later, where no two count. */
export async function findSeconds(
  on: Queryable,
  { kind, subject, askedBy, askedAt }: RequestKey,
): Promise<Seconds> {
  const rows = await on.query<{ operator: string; at: Date; isReady: boolean }>(
    `select operator, ready_at as at, ready_at <= now() as "isReady"
     from confirm_seconds($1, coalesce($2, now()), $3) order by operator`,
    [askedBy, askedAt, kind],
  )
  const others = rows.flatMap(({ operator, isReady }) => (isReady ? [operator] : []))
  if (others.length > 0) return { others, soonest: null }
  const [own] = await on.query<{ operator: string; at: Date }>(
    `select $1::text as operator, greatest(coalesce($2, now()) + interval '24 hours', confirm_ready_at($1, $3)) as at
     where confirm_ready_at($1, $3) is not null and confirm_is_alone($1, $3, $4)`,
    [askedBy, askedAt, kind, subject],
  )
  const [first] = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const found = own ?? first
  return { others, soonest: found ? { operator: found.operator, at: found.at } : null }
}

type ConfirmerState = 'ready' | 'linked' | 'new' | 'none'

/** Whether an operator counts as a person of their own beside another one for such requests, or will within a day. */
export async function findStanding(
  on: Queryable,
  { operator, beside, kind }: { operator: string; beside: string; kind: string },
): Promise<ConfirmerState> {
  const [row] = await on.query<{ standing: ConfirmerState }>(
    `select case when at is null then 'none' when not confirm_apart($1, $2) then 'linked' when at > now() then 'new'
                 else 'ready' end as standing
     from confirm_ready_at($1, $3) at`,
    [operator, beside, kind],
  )
  return row!.standing
}

/** The operator who began the recovery, and therefore has no part in such a request. */
export async function findCloser(on: Queryable, kind: string): Promise<string | null> {
  const [row] = await on.query<{ closer: string | null }>('select confirm_closer($1) as closer', [
    kind,
  ])
  return row!.closer
}

export function listWaiting(on: Queryable, limit: number): Promise<ConfirmRequest[]> {
  return on.query<ConfirmRequest>(
    `select ${askedColumns} from confirm_request
     where state = 'waits' or (state = 'confirmed' and done_at is null) order by asked_at, confirm_request.id limit $1`,
    [limit],
  )
}

/** What waits of this kind about one of these names, under another subject than all of them. */
export async function findWaitingAbout(
  on: Queryable,
  { kind, subject, names }: { kind: string; subject: string; names: readonly string[] },
): Promise<ConfirmRequest | null> {
  const rows = await on.query<ConfirmRequest>(
    `select ${askedColumns} from confirm_request
     where state = 'waits' and kind = $1 and subject <> $2 and string_to_array(subject, ' ') && $3::text[] limit 1`,
    [kind, subject, names],
  )
  return rows[0] ?? null
}

/** The request that this operator has confirmed and that is being carried out; null where there is none. */
export async function findBeingDone(
  on: Queryable,
  { kind, what, by }: { kind: string; what: unknown; by: string },
): Promise<{ id: string; askedBy: string } | null> {
  const rows = await on.query<{ id: string; askedBy: string }>(
    `select id::text, asked_by as "askedBy" from confirm_request
     where kind = $1 and what = $2::jsonb and decided_by = $3 and state = 'confirmed' and done_at is null
     order by confirm_request.id desc limit 1`,
    [kind, JSON.stringify(what), by],
  )
  return rows[0] ?? null
}

/** Under which names requests of this kind were made about this one, alone or with others. */
export async function listSubjectsWith(
  on: Queryable,
  { kind, name }: { kind: string; name: string },
): Promise<string[]> {
  const rows = await on.query<{ subject: string }>(
    `select distinct subject from confirm_request
     where kind = $1 and state <> 'alone' and string_to_array(subject, ' ') @> array[$2::text]`,
    [kind, name],
  )
  return rows.map(({ subject }) => subject)
}

export async function findAsked(on: Queryable, id: string): Promise<ConfirmRequest | null> {
  const rows = await on.query<ConfirmRequest>(
    `select ${askedColumns} from confirm_request where confirm_request.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

export async function lockOne(tx: Tx, id: string): Promise<ConfirmRequest | null> {
  const rows = await tx.query<ConfirmRequest>(
    `select ${askedColumns} from confirm_request where confirm_request.id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

/** The database checks whether this operator may decide, and sets the time. */
export async function setDecided(
  tx: Tx,
  id: string,
  { state, by }: { state: 'confirmed' | 'dropped'; by: string },
): Promise<void> {
  await tx.query(
    `update confirm_request set state = $2, decided_by = $3, decided_at = now() where id = $1`,
    [id, state, by],
  )
}

export async function setDone(on: Queryable, id: string): Promise<void> {
  await on.query('update confirm_request set done_at = now() where id = $1', [id])
}

/** The work could not be done: it had no effect and does not count. */
export async function setRefused(
  on: Queryable,
  ids: readonly string[],
  refusal: string,
): Promise<void> {
  await on.query(
    `update confirm_request set state = 'refused', refusal = $2
     where id = any ($1::bigint[]) and (state = 'alone' or (state = 'confirmed' and done_at is null))`,
    [ids, refusal],
  )
}

/** The work was cut off once and then refused: the first attempt may have done it. */
export async function setUnclear(on: Queryable, id: string, refusal: string): Promise<void> {
  await on.query(
    `update confirm_request set state = 'unclear', refusal = $2 where id = $1 and state = 'confirmed' and done_at is null`,
    [id, refusal],
  )
}
