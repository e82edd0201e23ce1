import type { Queryable } from '#core/db/db.ts'

type MemberPair = { one: string; other: string }
/** A name shared by this many accounts is too common to be a sign. */
const namesakesMax = 200

/** Pairs of members whose bank accounts have the same name, where the first is one of these. */
export function listNamesakes(on: Queryable, members: readonly string[]): Promise<MemberPair[]> {
  return on.query(
    `select a.id as one, b.id as other from account_member a, lateral (
       select id from account_member where account_name_key(bank_account_name) = account_name_key(a.bank_account_name)
         and id <> a.id order by id limit ${namesakesMax}) as b
     where a.id = any ($1::text[]) and account_name_key(a.bank_account_name) <> ''`,
    [members],
  )
}

/** Pairs of inviter and invitee, where one of them is one of these. */
export function listInvitations(
  on: Queryable,
  members: readonly string[],
): Promise<{ inviter: string; invitee: string }[]> {
  return on.query(
    `select invited_by as inviter, id as invitee from account_member where id = any ($1::text[]) and invited_by is not null
     union
     select invited_by, id from account_member where invited_by = any ($1::text[])`,
    [members],
  )
}

/** Above this many invitees their pairs mean nothing. */
const siblingsMax = 10

/** Pairs of members with the same inviter, who invited few others, where the first is one of these. */
export function listSiblings(on: Queryable, members: readonly string[]): Promise<MemberPair[]> {
  return on.query(
    `select a.id as one, b.id as other from account_member a join account_member b on b.invited_by = a.invited_by and b.id <> a.id
     where a.id = any ($1::text[])
       and (select count(*) from (select from account_member c where c.invited_by = a.invited_by limit ${siblingsMax + 1}) as all_of)
         <= ${siblingsMax}`,
    [members],
  )
}
