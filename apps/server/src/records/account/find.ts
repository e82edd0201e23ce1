import type { Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import type { MemberState } from '#core/session/session.ts'
import { findMember, findMembersBy, listDeactivations, type Member } from './store.ts'
import { maskBankAccountNo, readBankAccountNo } from './bank-account.ts'
import { readPhone } from './phone/phone.ts'

/** Finds by id, phone or bank account, in any spelling; account numbers are masked. */
export async function findMembers(on: Queryable, text: string): Promise<Member[]> {
  return (await search(on, text)).map((member) => ({
    ...member,
    bankAccountNo: maskBankAccountNo(member.bankAccountNo),
  }))
}

/** The member of a session; refuses when the member has been deleted meanwhile. */
export async function loadMember(on: Queryable, id: string): Promise<Member> {
  const member = await findMember(on, id)
  if (!member) throw new Refused('NO_USER')
  return member
}

/** Whether the member of a session may still act. */
export async function memberStateOf(on: Queryable, id: string): Promise<MemberState> {
  return (await memberStatesOf(on, [id]))[0]!
}

/** The same for many members, in their order. */
export async function memberStatesOf(
  on: Queryable,
  ids: readonly string[],
): Promise<MemberState[]> {
  const known = new Map(
    (await listDeactivations(on, ids)).map(({ id, deactivatedAt }) => [
      id,
      deactivatedAt ? ('inactive' as const) : ('active' as const),
    ]),
  )
  return ids.map((id) => known.get(id) ?? 'missing')
}

function search(on: Queryable, text: string): Promise<Member[]> {
  return findMembersBy(on, {
    id: text.trim().toUpperCase(),
    phone: readPhone(text)?.e164 ?? null,
    bankAccountNo: readBankAccountNo(text),
  })
}
