import type { Currency } from '@kapao/contract/money'
import type { SlipReason } from '@kapao/contract/refusals'
import type { Queryable, Tx } from '#core/db/db.ts'
import { sqlStateOf, uniqueViolation } from '#core/sql-state.ts'
import type { ShownArrival } from './judging/judge.ts'

export type SlipState = 'waiting' | 'paying' | 'credited' | 'refused'

/** The arrival of a slip that is being paid. */
export type StoredArrival = ShownArrival & {
  /** If set, an operator first decides whether the money is the operator's. */
  hold?: 'review' | null
}

export type Slip = {
  id: string
  reference: string
  memberId: string
  seq: bigint
  state: SlipState
  note: SlipReason | null
  currency: Currency
  incoming: string | null
  picture: string | null
  pictureName: string
  payload: string | null
  bank: string | null
  transRef: string | null
  amount: bigint | null
  arrival: StoredArrival | null
  deposit: string | null
  tries: number
  why: string | null
  uploadedAt: Date
}

const columns = `id, reference, member_id as "memberId", seq, state, note, currency, incoming, picture, picture_name as "pictureName",
  payload, sending_bank as bank, trans_ref as "transRef", amount, arrival, deposit, tries, why, uploaded_at as "uploadedAt"`

export type NewSlip = Pick<
  Slip,
  'id' | 'reference' | 'memberId' | 'currency' | 'incoming' | 'pictureName' | 'uploadedAt'
>

/** Numbers the slip and keeps it, due for its first check at `uploadedAt`. */
export async function insertSlip(tx: Tx, slip: NewSlip): Promise<void> {
  const [counter] = await tx.query<{ seq: bigint }>(
    `insert into slips_counter (member_id, seq) values ($1, 1)
     on conflict (member_id) do update set seq = slips_counter.seq + 1 returning seq`,
    [slip.memberId],
  )
  await tx.query(
    `insert into slips_slip (id, reference, member_id, seq, state, currency, incoming, picture_name, uploaded_at, next_at)
     values ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $8)`,
    [
      slip.id,
      slip.reference,
      slip.memberId,
      counter!.seq,
      slip.currency,
      slip.incoming,
      slip.pictureName,
      slip.uploadedAt,
    ],
  )
}

/** The upload time of the member's `back`-th latest slip; null if there are fewer. */
export async function findUploadBack(
  on: Queryable,
  memberId: string,
  back: number,
): Promise<Date | null> {
  const [row] = await on.query<{ at: Date }>(
    `select s.uploaded_at as at from slips_counter c
     join slips_slip s on s.member_id = c.member_id and s.seq = c.seq - $2::bigint + 1
     where c.member_id = $1`,
    [memberId, back],
  )
  return row?.at ?? null
}

/** Claims a due slip for one check: of several processes one gets it, and no other before the lease expires. */
export async function claimDue(
  on: Queryable,
  id: string,
  { at, until }: { at: Date; until: Date },
): Promise<Slip | null> {
  const rows = await on.query<Slip>(
    `update slips_slip set tries = tries + 1, next_at = $3
     where id = $1 and state in ('waiting', 'paying') and next_at <= $2 returning ${columns}`,
    [id, at, until],
  )
  return rows[0] ?? null
}

/** Extends a claim; false if the slip was claimed again since, or has ended. */
export function renewClaim(on: Queryable, look: Look, until: Date): Promise<boolean> {
  return change(on, look, { set: 'next_at = $3', values: [until] })
}

/** Records that the picture was re-encoded, and the text of its code; false if another check has done so. */
export async function setRead(on: Queryable, id: string, payload: string | null): Promise<boolean> {
  const rows = await on.query(
    `update slips_slip set picture = picture_name, payload = $2, incoming = null
     where id = $1 and incoming is not null returning 1`,
    [id, payload],
  )
  return rows.length > 0
}

/** Whether any check has re-encoded the picture. */
export async function isRead(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(`select 1 from slips_slip where id = $1 and incoming is null`, [id])
  return rows.length > 0
}

/** Records which transfer a slip shows; `taken` if the member shows it already or a slip was credited by it. */
export async function setCode(
  on: Queryable,
  id: string,
  { bank, transRef }: { bank: string; transRef: string },
): Promise<'done' | 'taken'> {
  try {
    const rows = await on.query(
      `update slips_slip set sending_bank = $2, trans_ref = $3
       where id = $1 and not exists (
         select from slips_slip o where o.sending_bank = $2 and o.trans_ref = $3 and o.state = 'credited' and o.id <> $1)
       returning 1`,
      [id, bank, transRef],
    )
    return rows.length > 0 ? 'done' : 'taken'
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) return 'taken'
    throw error
  }
}

/** Whether another member was credited by a slip of this transfer. */
export async function isAnothers(
  on: Queryable,
  { memberId, bank, transRef }: { memberId: string; bank: string; transRef: string },
): Promise<boolean> {
  const rows = await on.query(
    `select 1 from slips_slip where sending_bank = $1 and trans_ref = $2 and state = 'credited' and member_id <> $3`,
    [bank, transRef, memberId],
  )
  return rows.length > 0
}

/** A slip as one check claimed it; once another check has begun, this one changes nothing any more. */
export type Look = Pick<Slip, 'id' | 'tries'>

const held = `id = $1 and tries = $2 and state in ('waiting', 'paying')`

/**
 * The slip was found good: from here on the deposits decide. Other members' slips of the same transfer may be in the
 * same state. False if another check has begun.
 */
export function setPaying(
  on: Queryable,
  look: Look,
  { amount, arrival }: { amount: bigint; arrival: StoredArrival },
): Promise<boolean> {
  return change(on, look, {
    set: `state = 'paying', amount = $3, arrival = $4`,
    values: [amount, arrival],
  })
}

export function setLater(
  on: Queryable,
  look: Look,
  { nextAt, why }: { nextAt: Date; why: string },
): Promise<boolean> {
  return change(on, look, { set: `next_at = $3, why = $4`, values: [nextAt, why] })
}

/** Whether a deposit already has its slip. */
export async function isShownBefore(on: Queryable, slip: string, deposit: string) {
  const asked = `select from slips_slip where deposit = $2 and state = 'credited' and id <> $1 limit 1`
  return (await on.query(asked, [slip, deposit])).length > 0
}

export function setCredited(
  on: Queryable,
  look: Look,
  { deposit, amount, at }: { deposit: string; amount: bigint; at: Date },
): Promise<boolean> {
  const set = `state = 'credited', deposit = $3, amount = $4, why = null, ended_at = $5`
  return change(on, look, { set, values: [deposit, amount, at] })
}

/** `amount` is set if the bank reported it; the member sees it next to the reason. */
export function setRefused(
  on: Queryable,
  look: Look,
  { note, why, amount, at }: { note: SlipReason; why: string; amount: bigint | null; at: Date },
): Promise<boolean> {
  const set = `state = 'refused', note = $3, why = $4, amount = coalesce($5, amount), ended_at = $6`
  return change(on, look, { set, values: [note, why, amount, at] })
}

async function change(
  on: Queryable,
  { id, tries }: Look,
  { set, values }: { set: string; values: unknown[] },
): Promise<boolean> {
  const rows = await on.query(`update slips_slip set ${set} where ${held} returning 1`, [
    id,
    tries,
    ...values,
  ])
  return rows.length > 0
}

/** The slips of these ids, in their order of uploading. */
export function listSlipsById(on: Queryable, ids: readonly string[]): Promise<Slip[]> {
  return on.query<Slip>(
    `select ${columns} from slips_slip where id = any ($1::uuid[]) order by uploaded_at, id`,
    [ids],
  )
}

export async function findSlip(on: Queryable, reference: string): Promise<Slip | null> {
  const rows = await on.query<Slip>(`select ${columns} from slips_slip where reference = $1`, [
    reference,
  ])
  return rows[0] ?? null
}

/** One page, newest first, and the total, from one snapshot; page 1000 costs no more than page 1. */
export async function listPage(
  on: Queryable,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: bigint; slips: Slip[] }> {
  const found = await on.query<Partial<Slip> & { total: bigint }>(
    `select c.seq as total, s.* from slips_counter c
     left join lateral (select ${columns} from slips_slip
       where member_id = c.member_id
         and seq between c.seq - $2::bigint * $3::bigint + 1 and c.seq - ($2::bigint - 1) * $3::bigint) s on true
     where c.member_id = $1 order by s.seq desc`,
    [memberId, page, limit],
  )
  return {
    total: found[0]?.total ?? 0n,
    slips: found.filter((row): row is Slip & { total: bigint } => row.id !== null),
  }
}

export type Filter = { states: readonly SlipState[]; memberId: string | null; limit: number }

export function listSlips(on: Queryable, { states, memberId, limit }: Filter): Promise<Slip[]> {
  return on.query<Slip>(
    `select ${columns} from slips_slip where state::text = any ($1) and ($2::text is null or member_id = $2)
     order by uploaded_at desc, id limit $3`,
    [states, memberId, limit],
  )
}

export async function findPictureOwner(on: Queryable, picture: string): Promise<string | null> {
  const [row] = await on.query<{ memberId: string }>(
    'select member_id as "memberId" from slips_slip where picture = $1',
    [picture],
  )
  return row?.memberId ?? null
}

/** Clears the pictures of ended slips uploaded before an instant, and returns their names. */
export async function takeOldPictures(
  on: Queryable,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await on.query<{ name: string }>(
    `update slips_slip set picture = null where id in (
       select id from slips_slip where picture is not null and uploaded_at < $1 and ended_at is not null
       order by uploaded_at limit $2)
     returning picture_name as name`,
    [before, limit],
  )
  return rows.map(({ name }) => name)
}

/** The file names that no slip refers to, whatever its state. */
export async function listUnknownPictures(
  on: Queryable,
  names: readonly string[],
): Promise<string[]> {
  const rows = await on.query<{ name: string }>(
    `select name from unnest($1::text[]) as name
     where not exists (select from slips_slip s where s.picture = name or (s.picture_name = name and s.incoming is not null))`,
    [names],
  )
  return rows.map(({ name }) => name)
}
