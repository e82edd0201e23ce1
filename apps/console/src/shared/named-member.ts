/** A masked name with the end of its member's id: namesakes are masked alike. */
export function namedMember(name: string | null, memberId: string | null): string | null {
  if (!name || !memberId || name === memberId) return name || memberId
  return `${name} ${memberId.slice(-4)}`
}
