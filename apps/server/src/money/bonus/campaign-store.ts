import type { BonusType } from '@kapao/contract/bonus'
import type { Banner } from '@kapao/contract/fields'
import type { RewardTerms } from '@kapao/contract/bonus'
import type { Language } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'

export type Campaign = {
  code: string
  type: BonusType
  maxReceived: number
  quota: number | null
  given: number
  terms: RewardTerms
  banners: Record<Language, Banner[]>
  isOn: boolean
  startsAt: Date | null
  endsAt: Date | null
  updatedAt: Date
}

const columns = `code, type, max_received as "maxReceived", quota, given, terms, banners, is_on as "isOn", starts_at as "startsAt",
  ends_at as "endsAt", updated_at as "updatedAt"`

export function listCampaigns(on: Queryable, limit: number): Promise<Campaign[]> {
  return on.query<Campaign>(`select ${columns} from bonus_campaign order by code limit $1`, [limit])
}

export async function findCampaign(on: Queryable, code: string): Promise<Campaign | null> {
  const rows = await on.query<Campaign>(`select ${columns} from bonus_campaign where code = $1`, [
    code,
  ])
  return rows[0] ?? null
}

const campaignsLock = 4_011_011

/**
 * Serializes changes of campaigns, so that the second of two operators with the same view sees the first one's
 * change.
 */
export async function lockCampaigns(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [campaignsLock])
}

/**
 * Counts one more as given; null if the quota is used up or it was switched off meanwhile. Locks the row until the
 * transaction ends.
 */
export async function takeOne(tx: Tx, code: string, at: Date): Promise<Campaign | null> {
  const rows = await tx.query<Campaign>(
    `update bonus_campaign set given = given + 1
     where code = $1 and is_on and (quota is null or given < quota)
       and (starts_at is null or starts_at <= $2) and (ends_at is null or ends_at > $2)
     returning ${columns}`,
    [code, at],
  )
  return rows[0] ?? null
}

export async function saveCampaign(
  tx: Tx,
  campaign: Omit<Campaign, 'given' | 'updatedAt'>,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into bonus_campaign (code, type, max_received, quota, terms, banners, is_on, starts_at, ends_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     on conflict (code) do update set type = excluded.type, max_received = excluded.max_received, quota = excluded.quota,
       terms = excluded.terms, banners = excluded.banners, is_on = excluded.is_on, starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, updated_at = excluded.updated_at`,
    [
      campaign.code,
      campaign.type,
      campaign.maxReceived,
      campaign.quota,
      campaign.terms,
      campaign.banners,
      campaign.isOn,
      campaign.startsAt,
      campaign.endsAt,
      at,
    ],
  )
}

export type Receipt = { code: string; updatedAt: Date }

/** Newest first, at most as many of each bonus as a page can need. */
export function listReceipts(
  on: Queryable,
  memberId: string,
  limitOfEach: number,
): Promise<Receipt[]> {
  return on.query<Receipt>(
    `select code, updated_at as "updatedAt" from (
       select code, updated_at, row_number() over (partition by code order by updated_at desc, n desc) as place
       from bonus_receipt where member_id = $1) as numbered
     where place <= $2 order by code, updated_at desc`,
    [memberId, limitOfEach],
  )
}

/** Which of these members have received it, since an instant where one is given. */
export async function listReceivers(
  on: Queryable,
  { code, since }: { code: string; since: Date | null },
  members: readonly string[],
): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    `select distinct member_id as id from bonus_receipt
     where member_id = any ($3::text[]) and code = $1 and ($2::timestamptz is null or updated_at >= $2)`,
    [code, since, members],
  )
  return rows.map(({ id }) => id)
}

export async function countReceipts(
  on: Queryable,
  { memberId, code, since }: { memberId: string; code: string; since: Date | null },
): Promise<number> {
  const [row] = await on.query<{ count: bigint }>(
    `select count(*) as count from bonus_receipt
     where member_id = $1 and code = $2 and ($3::timestamptz is null or updated_at >= $3)`,
    [memberId, code, since],
  )
  return Number(row!.count)
}

export async function insertReceipt(
  tx: Tx,
  receipt: {
    memberId: string
    code: string
    period: string
    n: number
    held: string
    updatedAt: Date
  },
): Promise<void> {
  await tx.query(
    `insert into bonus_receipt (member_id, code, period, n, held, updated_at) values ($1, $2, $3, $4, $5, $6)`,
    [receipt.memberId, receipt.code, receipt.period, receipt.n, receipt.held, receipt.updatedAt],
  )
}
