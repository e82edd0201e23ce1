import type { ToTell } from './store.ts'

export type ActNotice = 'taken' | 'moved' | 'sentBack' | 'paidByHand' | 'bankByHand'

const byAction: Readonly<Record<string, ActNotice>> = {
  'deposits.takeBack': 'taken',
  'deposits.giveBack': 'sentBack',
  'withdrawals.paid': 'paidByHand',
  'account.changeBank': 'bankByHand',
}

/**
 * Whom an act of an operator is told to by SMS, and as what: whatever is taken from a member, goes to somebody else or is ended against
 * them, and where their money goes from now on. What they are given they see on their pages.
 */
export function noticesOf({
  action,
  memberId,
  otherId,
}: ToTell): { memberId: string; notice: ActNotice }[] {
  const notice = byAction[action]
  return [
    ...(notice && memberId !== null ? [{ memberId, notice }] : []),
    ...(otherId !== null && otherId !== memberId
      ? [{ memberId: otherId, notice: 'moved' as const }]
      : []),
  ]
}
