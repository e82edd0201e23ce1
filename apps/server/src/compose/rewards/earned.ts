import { accountBook } from '#ledger/accounts.ts'
import { composeInvite, type InviteAround } from './invite.ts'
import { composeRefund } from './refund.ts'

/** What members earn without asking for it: by the play of friends, and by their own losses. */
export function composeEarned(
  around: Omit<InviteAround, 'accounts'>,
): ReturnType<typeof composeInvite>[] {
  const giving = { ...around, accounts: accountBook(around.db) }
  return [composeInvite(giving), composeRefund(giving)]
}
