/** The closed lists of the desk's work. This file imports nothing. */

export const workKinds = [
  /** Money without an owner yet, or that a bank does not show. */
  'deposit',
  /** Two reports of one transfer that contradict each other: slip, bank line, SMS. */
  'differing',
  /** A message of a bank that could not be read. */
  'unread',
  /** A deposit that a member has announced. */
  'manual',
  /** Something odd at a gateway, and payments that cannot be booked. */
  'finding',
  'payment',
  'giftlink',
  'withdrawal',
  /** A payout whose outcome is unknown. */
  'payout',
  'transfer',
  /** What the watch over books, rewards and play has found. */
  'suspicion',
  /** What one operator did alone, for another to read. */
  'review',
  /** What one operator may not do alone. */
  'second',
  /** A talk that waits for an answer. */
  'talk',
] as const
export type WorkKind = (typeof workKinds)[number]

export const decisionNames = [
  'match',
  'refuse',
  'shown',
  'takeback',
  /** The bank transfer back to its payer was made. */
  'sent',
  'confirm',
  'seen',
  'book',
  'known',
  'close',
  'received',
  'nothing',
  'approve',
  'reject',
  'paid',
  'returned',
  'bounced',
  'done',
  'allow',
  'deny',
  'tick',
  'yes',
  'no',
] as const
export type DecisionName = (typeof decisionNames)[number]

/**
 * The outcome of an item: the decision of an operator, an answer in a talk, what happened without one, or a confirmation
 * whose act was refused, for certain or after an interruption.
 */
export const outcomeNames = [
  ...decisionNames,
  'answered',
  'byItself',
  'notDone',
  'unclear',
] as const
export type OutcomeName = (typeof outcomeNames)[number]

export const fieldNames = [
  'why',
  'whyOptional',
  'memberId',
  'amount',
  'payout',
  'reference',
  'party',
  'paidAt',
  'reason',
  /** A transfer that a bank has reported, by the deposit that it is in our books. */
  'line',
] as const
export type FieldName = (typeof fieldNames)[number]

/** Why a credit is taken out of a wallet again, which its member reads. */
export const takeBackReasons = ['wrong-member', 'gone'] as const
export type TakeBackReason = (typeof takeBackReasons)[number]

/** The letter of each decision on the keyboard; no two decisions of one kind share one. */
export const letterOf: Record<DecisionName, string> = {
  match: 'm',
  refuse: 'x',
  shown: 'b',
  takeback: 't',
  sent: 's',
  confirm: 'c',
  seen: 'd',
  book: 'b',
  known: 'k',
  close: 'd',
  received: 'r',
  nothing: 'n',
  approve: 'a',
  reject: 'x',
  paid: 'p',
  returned: 'r',
  bounced: 'b',
  done: 'd',
  allow: 'a',
  deny: 'x',
  tick: 'a',
  yes: 'y',
  no: 'n',
}
