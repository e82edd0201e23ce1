/** SCOPE-08: a member's invite code is `PR` and their id. */
export function inviteLink(origin: string, memberId: string): string {
  return `${origin}/register?code=PR${memberId}`
}
