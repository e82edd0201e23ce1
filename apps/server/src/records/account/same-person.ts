export type Identity = { id: string | null; phone: string | null; bankAccountNo: string | null }

/**
 * I27: whether a member invites themselves. A bank account is compared by its number alone, so that the same one
 * under another bank's name is found, too.
 */
export function isSamePerson(one: Identity, other: Identity): boolean {
  return (
    isSame(one.id, other.id) ||
    isSame(one.phone, other.phone) ||
    isSame(one.bankAccountNo, other.bankAccountNo)
  )
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other
}
