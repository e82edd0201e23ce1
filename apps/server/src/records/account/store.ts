import type { WalletCurrency, Language } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'
import { sqlStateOf, uniqueViolation } from '#core/sql-state.ts'

export type Member = {
  id: string
  phone: string
  username: string
  name: string
  currency: WalletCurrency
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  sourceCode: string | null
  invitedBy: string | null
  language: Language
  createdAt: Date
  deactivatedAt: Date | null
  deactivatedWhy: string | null
  /** When the bank account and its name last changed; maintained by the table. */
  detailsSince: Date
}

export type NewMember = Omit<Member, 'deactivatedAt' | 'deactivatedWhy' | 'detailsSince'> & {
  passwordHash: string
}

// The password's hash is left out: only a login may read it.
const columns = `id, phone, username, name, currency, bank_code as "bankCode",
  bank_account_name as "bankAccountName", bank_account_no as "bankAccountNo",
  source_code as "sourceCode", invited_by as "invitedBy", language, created_at as "createdAt",
  deactivated_at as "deactivatedAt", deactivated_why as "deactivatedWhy", details_since as "detailsSince"`

/** The database refuses a phone or bank account that another member has. */
export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx.query(
    `insert into account_member (id, phone, username, name, password_hash, currency, bank_code,
       bank_account_name, bank_account_no, source_code, invited_by, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      member.id,
      member.phone,
      member.username,
      member.name,
      member.passwordHash,
      member.currency,
      member.bankCode,
      member.bankAccountName,
      member.bankAccountNo,
      member.sourceCode,
      member.invitedBy,
      member.language,
      member.createdAt,
    ],
  )
}

export type MemberKeys = { id: string; phone: string | null; bankAccountNo: string | null }

const foundMax = 20

/** Ten digits may be one member's phone and another's bank account, so there may be several. */
export function findMembersBy(on: Queryable, wanted: MemberKeys): Promise<Member[]> {
  return on.query<Member>(
    `select ${columns} from account_member
     where id = $1 or phone = $2 or bank_account_no = $3
     order by created_at, id limit ${foundMax}`,
    [wanted.id, wanted.phone, wanted.bankAccountNo],
  )
}

export function listDeactivations(
  on: Queryable,
  ids: readonly string[],
): Promise<Pick<Member, 'id' | 'deactivatedAt'>[]> {
  return on.query(
    'select id, deactivated_at as "deactivatedAt" from account_member where id = any($1::text[])',
    [ids],
  )
}

/** Locks the member's row, so that it is the latest. */
export async function lockAccount(tx: Tx, id: string): Promise<Member | null> {
  tx.expectLine(id)
  const rows = await tx.query<Member>(
    `select ${columns} from account_member where id = $1 for update`,
    [id],
  )
  return rows[0] ?? null
}

export async function setDeactivated(
  tx: Tx,
  { id, at, why }: { id: string; at: Date | null; why: string | null },
): Promise<void> {
  await tx.query(
    'update account_member set deactivated_at = $2, deactivated_why = $3 where id = $1',
    [id, at, why],
  )
}

export async function findMember(on: Queryable, id: string): Promise<Member | null> {
  const rows = await on.query<Member>(`select ${columns} from account_member where id = $1`, [id])
  return rows[0] ?? null
}

export type Credential = { id: string; passwordHash: string; isActive: boolean }

const credentialColumns = `id, password_hash as "passwordHash", deactivated_at is null as "isActive"`

export async function findCredential(on: Queryable, phone: string): Promise<Credential | null> {
  const rows = await on.query<Credential>(
    `select ${credentialColumns} from account_member where phone = $1`,
    [phone],
  )
  return rows[0] ?? null
}

/** Blocks changes of the password or the standing until this transaction ends. */
export async function lockCredential(tx: Tx, id: string): Promise<Credential | null> {
  tx.expectLine(id)
  const rows = await tx.query<Credential>(
    `select ${credentialColumns} from account_member where id = $1 for share`,
    [id],
  )
  return rows[0] ?? null
}

/** Returns false when the password changed meanwhile; a null `was` sets it unconditionally. */
export async function setPasswordHash(
  on: Queryable,
  { id, was, now }: { id: string; was: string | null; now: string },
): Promise<boolean> {
  const rows = await on.query(
    `update account_member set password_hash = $3
     where id = $1 and ($2::text is null or password_hash = $2) returning 1`,
    [id, was, now],
  )
  return rows.length > 0
}

export type Details = Pick<Member, 'name' | 'bankCode' | 'bankAccountName' | 'bankAccountNo'>

/**
 * Records when money began to go elsewhere; a new spelling of the same account is no such change. It is one of the
 * details that slips are judged by; the table keeps `details_since` when none of those has changed.
 */
export async function setDetails(
  tx: Tx,
  { id, at, ...details }: Details & { id: string; at: Date },
): Promise<void> {
  await tx.query(
    `update account_member
     set name = $2, bank_code = $3, bank_account_name = $4, bank_account_no = $5,
         bank_changed_at = case when (bank_code, bank_account_no) = ($3, $5) then bank_changed_at else $6 end,
         details_since = $6
     where id = $1`,
    [id, details.name, details.bankCode, details.bankAccountName, details.bankAccountNo, at],
  )
}

export async function hasMembers(on: Queryable): Promise<boolean> {
  const rows = await on.query<{ any: boolean }>('select exists (select from account_member) as any')
  return rows[0]!.any
}

export type TakenDetails = { phone: boolean; bankAccount: boolean }

/** Finds which of these another member already has. */
export async function findTaken(
  on: Queryable,
  wanted: { phone: string | null; bankCode: string | null; bankAccountNo: string | null },
): Promise<TakenDetails> {
  const rows = await on.query<TakenDetails>(
    `select exists (select from account_member where phone = $1) as phone,
            exists (select from account_member where bank_code = $2 and bank_account_no = $3) as "bankAccount"`,
    [wanted.phone, wanted.bankCode, wanted.bankAccountNo],
  )
  return rows[0]!
}

/** Which uniqueness rule a change broke; null for every other error. */
export function takenIn(error: unknown): 'EXISTING_USER' | 'EXISTING_BANK' | null {
  if (sqlStateOf(error) !== uniqueViolation) return null
  const { constraint } = error as { constraint?: string }
  if (constraint === 'account_member_phone_key') return 'EXISTING_USER'
  return constraint === 'account_member_bank_code_bank_account_no_key' ? 'EXISTING_BANK' : null
}

export type PayerOf = Pick<
  Member,
  'id' | 'currency' | 'bankCode' | 'bankAccountName' | 'bankAccountNo' | 'detailsSince'
>

/** Far more than share the same four digits at one bank: a member beyond the limit could be the payer. */
const payersMax = 500

/**
 * Members whose account number ends with these digits, at one bank or at any; several when the digits do not identify
 * one.
 */
export function findPayers(
  on: Queryable,
  { bank, tail }: { bank: string | null; tail: string },
): Promise<PayerOf[]> {
  return on.query<PayerOf>(
    `select id, currency, bank_code as "bankCode", bank_account_name as "bankAccountName", bank_account_no as "bankAccountNo",
       details_since as "detailsSince"
     from account_member
     where right(bank_account_no, 4) = right($2, 4) and right(bank_account_no, length($2)) = $2
       and ($1::text is null or bank_code = $1)
     order by id limit ${payersMax}`,
    [bank, tail],
  )
}

/** How these members are called; those of unknown ids are left out. */
export function listNames(
  on: Queryable,
  ids: readonly string[],
): Promise<Pick<Member, 'id' | 'name' | 'bankAccountName'>[]> {
  return on.query(
    `select id, name, bank_account_name as "bankAccountName" from account_member where id = any ($1::text[])`,
    [ids],
  )
}

export type InvitedMember = Pick<Member, 'id' | 'phone' | 'bankAccountNo' | 'currency'>
const invitedColumns = 'id, phone, bank_account_no as "bankAccountNo", currency'

/** Invited members by id, after a given one. */
export function listInvited(
  on: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<(InvitedMember & { invitedBy: string })[]> {
  return on.query(
    `select ${invitedColumns}, invited_by as "invitedBy" from account_member
     where invited_by is not null and id > $1 order by id limit $2`,
    [after, limit],
  )
}

export function listMembers(on: Queryable, ids: readonly string[]): Promise<InvitedMember[]> {
  return on.query<InvitedMember>(
    `select ${invitedColumns} from account_member where id = any ($1::text[])`,
    [ids],
  )
}

/** The members whom a member invited, newest first, and their number. */
export async function listInvitees(
  on: Queryable,
  inviter: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; invitees: Pick<Member, 'id' | 'name' | 'createdAt'>[] }> {
  const [counted] = await on.query<{ total: number }>(
    'select count(*)::int as total from account_member where invited_by = $1',
    [inviter],
  )
  const invitees = await on.query<Pick<Member, 'id' | 'name' | 'createdAt'>>(
    `select id, name, created_at as "createdAt" from account_member
     where invited_by = $1 order by created_at desc, id limit $3 offset ($2::bigint - 1) * $3`,
    [inviter, page, limit],
  )
  return { total: counted!.total, invitees }
}

export async function hasInvited(on: Queryable, inviter: string): Promise<boolean> {
  const rows = await on.query('select from account_member where invited_by = $1 limit 1', [inviter])
  return rows.length > 0
}
