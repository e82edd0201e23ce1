import type { Queryable, Tx } from '#core/db.ts'

export type Member = {
  id: string
  phone: string
  username: string
  name: string
  currency: 'BAHT' | 'LAK'
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  sourceCode: string | null
  invitedBy: string | null
  language: 'th' | 'la' | 'en'
  createdAt: Date
  deactivatedAt: Date | null
  deactivatedWhy: string | null
}

export type NewMember = Omit<Member, 'deactivatedAt' | 'deactivatedWhy'> & { passwordHash: string }

// The password's hash is left out: only a login may read it.
const columns = `id, phone, username, name, currency, bank_code as "bankCode",
  bank_account_name as "bankAccountName", bank_account_no as "bankAccountNo",
  source_code as "sourceCode", invited_by as "invitedBy", language, created_at as "createdAt",
  deactivated_at as "deactivatedAt", deactivated_why as "deactivatedWhy"`

/** Refused by the database when the phone or the bank account is another member's. */
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

export type Wanted = { id: string; phone: string | null; bankAccountNo: string | null }

const foundMax = 20

/** Ten digits may be a phone and somebody else's bank account, so there may be more than one. */
export function findMembersBy(on: Queryable, wanted: Wanted): Promise<Member[]> {
  return on.query<Member>(
    `select ${columns} from account_member
     where id = $1 or phone = $2 or bank_account_no = $3
     order by created_at, id limit ${foundMax}`,
    [wanted.id, wanted.phone, wanted.bankAccountNo],
  )
}

/** Waits for whoever changes this member now, so that the row is the latest. */
export async function lockMember(tx: Tx, id: string): Promise<Member | null> {
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
