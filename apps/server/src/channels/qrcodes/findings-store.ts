import type { FindingCode } from '@kapao/contract/console/reasons'
import { type Money, textOfMoney } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

/** Figures and names of a finding; its kind says what they mean. */
export type FindingDetails = {
  ours?: StatedSum | undefined
  theirs?: StatedSum | undefined
  /** Amounts and references as the gateway wrote them, first and then. */
  reported?: string
  reportedThen?: string
  reference?: string
  referenceThen?: string
  paidAt?: string
  times?: number
  listedBy?: 'ours' | 'theirs'
  isCredited?: boolean
}
export type StatedSum = { amount: string; currency: Money['currency'] }

export function stateSum(money: Money): StatedSum {
  return { amount: textOfMoney(money), currency: money.currency }
}

export type Finding = {
  id: bigint
  provider: string
  about: string
  /** The whole of it as a sentence, for terminals and logs. */
  what: string
  createdAt: Date
  kind: FindingCode
  details: FindingDetails
}

export const findingColumns = 'id, provider, about, what, kind, details, created_at as "createdAt"'

export type NewFinding = Pick<Finding, 'provider' | 'about' | 'what' | 'kind'> & {
  details?: FindingDetails
  at: Date
}

/** The same text about the same subject is one finding; true if it is new. */
export async function noteFinding(
  on: Queryable,
  { provider, about, what, kind, details = {}, at }: NewFinding,
): Promise<boolean> {
  const rows = await on.query(
    `insert into qrcodes_finding (provider, about, what, created_at, kind, details) values ($1, $2, $3, $4, $5, $6::jsonb)
     on conflict do nothing returning 1`,
    [provider, about, what, at, kind, JSON.stringify(details)],
  )
  return rows.length > 0
}

export function listFindings(on: Queryable, limit: number): Promise<Finding[]> {
  return on.query<Finding>(
    `select ${findingColumns} from qrcodes_finding
     where closed_at is null order by created_at, id limit $1`,
    [limit],
  )
}

/** Null if there is no such finding, or it has been closed. */
export async function closeFinding(
  on: Queryable,
  id: bigint,
  { why, at }: { why: string; at: Date },
): Promise<Finding | null> {
  const rows = await on.query<Finding>(
    `update qrcodes_finding set closed_at = $2, closed_why = $3 where id = $1 and closed_at is null
     returning ${findingColumns}`,
    [id, at, why],
  )
  return rows[0] ?? null
}
