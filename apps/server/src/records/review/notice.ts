import type { UnnotifiedAct } from './store.ts'

export type ActNotice = 'taken' | 'moved' | 'sentBack' | 'paidByHand' | 'bankByHand'

const byAction: Readonly<Record<string, ActNotice>> = {
  'deposits.takeBack': 'taken',
  'deposits.giveBack': 'sentBack',
  'withdrawals.paid': 'paidByHand',
  'account.changeBank': 'bankByHand',
}

/**
 * Who is notified of an operator's act by SMS, and how: acts that take from a member, give to someone else, or end
 * something against them, and changes of where their money goes. Members see what they are given on their pages.
 */
export function noticesOf({
  action,
  memberId,
  otherId,
}: UnnotifiedAct): { memberId: string; notice: ActNotice }[] {
  const notice = byAction[action]
  return [
    ...(notice && memberId !== null ? [{ memberId, notice }] : []),
    ...(otherId !== null && otherId !== memberId
      ? [{ memberId: otherId, notice: 'moved' as const }]
      : []),
  ]
}
