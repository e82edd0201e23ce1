import type { Queryable } from '#core/db/db.ts'

export type Outcome = {
  state: 'done' | 'waits' | 'refused' | 'unclear'
  request: string | null
  /** Why what was confirmed was not done. */
  why: string | null
}

export type SentDecision = {
  fingerprint: Buffer
  /** Under which the audit trail has what it did. */
  requestId: string
  outcome: Outcome | null
  /** Whether this call is to carry it out; otherwise another one does, or it is over. */
  isMine: boolean
}

type Key = { operator: string; key: string }

/**
 * Notes a decision under its key once, and takes its turn: of several calls with one key one carries it out, and
 * another one only when that one has been silent for a while.
 */
export async function recordDecision(
  on: Queryable,
  { operator, key }: Key,
  decision: { fingerprint: Buffer; requestId: string; at: Date; until: Date },
): Promise<SentDecision> {
  const { fingerprint, requestId, at, until } = decision
  const columns = 'fingerprint, request_id as "requestId", outcome'
  const [mine] = await on.query<Omit<SentDecision, 'isMine'>>(
    `insert into desk_decision as d (operator, key, fingerprint, request_id, begun_at, doing_until)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (operator, key) do update set doing_until = $6
       where d.outcome is null and d.doing_until <= $5 and d.fingerprint = $3
     returning ${columns}`,
    [operator, key, fingerprint, requestId, at, until],
  )
  if (mine) return { ...mine, isMine: true }
  const [sent] = await on.query<Omit<SentDecision, 'isMine'>>(
    `select ${columns} from desk_decision where operator = $1 and key = $2`,
    [operator, key],
  )
  // It was refused and forgotten in between.
  return sent ? { ...sent, isMine: false } : recordDecision(on, { operator, key }, decision)
}

export async function setOutcome(
  on: Queryable,
  { operator, key }: Key,
  outcome: Outcome,
): Promise<void> {
  await on.query(
    'update desk_decision set outcome = $3::jsonb where operator = $1 and key = $2 and outcome is null',
    [operator, key, JSON.stringify(outcome)],
  )
}

/** The call that carried it out has failed: another one may go on at once, and first looks at what it has done. */
export async function leaveDecision(
  on: Queryable,
  { operator, key }: Key,
  at: Date,
): Promise<void> {
  await on.query(
    'update desk_decision set doing_until = $3 where operator = $1 and key = $2 and outcome is null',
    [operator, key, at],
  )
}

/** A refused decision has changed nothing, so its key may be used for the same one again. */
export async function forgetDecision(on: Queryable, { operator, key }: Key): Promise<void> {
  await on.query('delete from desk_decision where operator = $1 and key = $2 and outcome is null', [
    operator,
    key,
  ])
}

export async function forgetDecisions(on: Queryable, before: Date): Promise<void> {
  await on.query('delete from desk_decision where begun_at < $1', [before])
}
