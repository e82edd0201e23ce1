/** The codes of why something waits, what a decision does, and why it may not be made. This file imports nothing. */

/** What is odd at a gateway. */
export const findingCodes = [
  'finding.event-changed',
  'finding.reported-otherwise',
  'finding.reported-refused',
  'finding.channels-differ',
  'finding.time-impossible',
  'finding.not-listed',
  'finding.listed-otherwise',
  'finding.listed-repeatedly',
  'finding.missing-here',
  'finding.asked-otherwise',
  'finding.not-bookable',
  'finding.unanswered',
  'finding.unknown-payment',
  'finding.other-account',
] as const
export type FindingCode = (typeof findingCodes)[number]

/** Why a machine could not decide it. */
export const whyCodes = [
  // Of a deposit in suspense.
  'unknown-payer',
  'unproven-payer',
  'ambiguous',
  'wrong-payer',
  'unknown-member',
  'inactive',
  'currency',
  'bonus',
  'late',
  'repeated',
  'review',
  'alike',
  'unconfirmed',
  'several-slips',
  /** It is in a wallet on a message alone. */
  'unproven',
  /** The bank was asked and does not show it. */
  'denied',
  'differs-money',
  'differs-payer',
  'unread',
  'announced',
  ...findingCodes,
  'payment-exception',
  'payment-waits',
  'payment-unconfirmed',
  'payment-denied',
  'giftlink-unclear',
  // Of a withdrawal and its payout.
  'approval',
  'two-approvals',
  'one-more-approval',
  'member-inactive',
  'payout-unclear',
  'payout-stuck',
  'transfer-unclear',
  // Of a suspicion: its kind, and one for kinds that come later.
  'invite.linked',
  'promotion.linked',
  'bonus.linked',
  'rewards.opposite',
  'withdrawals.late-stakes',
  'ledger.not-whole',
  'ledger.heads-taken',
  'recovery.difference',
  'recovery.unexplained',
  'bankfeed.unshown',
  'bankfeed.silent',
  'qrcodes.unknown',
  'meaning.reward-unplayed',
  'meaning.turnover-void',
  'meaning.win-without-stake',
  'meaning.refund-returned',
  'meaning.refund-carried',
  'meaning.invite-returned',
  'meaning.invite-namesake',
  'meaning.payout-after-touch',
  'meaning.credits-alike',
  'meaning.credit-impossible',
  'meaning.gateway-unconfirmed',
  'meaning.credit-unproven',
  'suspicion',
  'alone',
  'alone-late',
  'second',
  /** Somebody has said yes, and it was cut off before it was done. */
  'second-cut-off',
  'talk-waits',
] as const
export type WhyCode = (typeof whyCodes)[number]

/** Why money may be a member's, or may not. */
export const fitReasons = [
  'amount-announced',
  'amount-reserved',
  'account-same',
  'digits-same',
  'digits-differ',
  'bank-same',
  'bank-differs',
  'name-same',
  'name-alike',
  'name-differs',
  'paid-before',
  'slip-shown',
  'named-here',
  'details-since',
  'currency-differs',
  'member-inactive',
] as const
export type FitReason = (typeof fitReasons)[number]

/** What a decision does, before it is made. */
export const effectCodes = [
  'credits-member',
  'credits-received',
  'sends-back',
  'ends-request',
  'counts-as-shown',
  'takes-from-wallet',
  'leaves-list',
  'ends-without-money',
  'stays-credited',
  'writes-off',
  'pays-out',
  'adds-approval',
  'returns-to-wallet',
  'books-as-paid',
  'gives-to-game',
  'releases-holds',
  'keeps-holds',
  'does-request',
  'drops-request',
] as const
export type EffectCode = (typeof effectCodes)[number]

/** Why an operator may not decide it, known before the click. */
export const barredCodes = [
  'no-right',
  'approved-before',
  'own-act',
  'own-request',
  'not-apart',
  'new-operator',
  'moved-money',
  'touched-member',
  'member-inactive',
  'account-changed',
  'asker-disabled',
  'too-early',
  'no-second',
  'waits-already',
  'being-done',
  'holds-bonus',
] as const
export type BarredCode = (typeof barredCodes)[number]

/** Why a decision was refused, where the console's decisions can meet it; the terminal says a sentence. */
export const whyRefused = [
  'not-found',
  /** It is not in the state any more that the decision is for. */
  'ended-otherwise',
  'no-second',
  'waits-already',
  'may-not-confirm',
  'waits-a-day',
  'asker-disabled',
  'being-done',
  'unknown-command',
  'touched-member',
  'reviewed-already',
  'may-not-review',
  'approved-before',
  'needs-more-approvals',
  'account-changed',
  'came-later',
  'not-apart',
  'moved-money',
  'member-inactive',
  'already-sent',
  'payout-taken',
  'bounced-before',
  'holds-bonus',
  'not-our-account',
  'not-in-time',
  'other-amount',
  'seen-before',
  'wallet-short',
  'not-on-message',
  'no-member',
  'other-currency',
  'amount-wrong',
  'take-back-first',
  'several-gateways',
  'setting-changed',
  'refused-by-books',
] as const
export type WhyRefused = (typeof whyRefused)[number]

/** Why a sign-in was refused or a session has ended, as the trail says it. */
export const signInReasons = [
  'signed-out',
  'ended-elsewhere',
  'foreign-secret',
  'wrong-password',
  'code-repeated',
  'question-over',
  'first-code-wrong',
  'foreign-passkey',
  'unknown-passkey',
  'operator-disabled',
  'passkey-wrong',
  'passkey-copied',
] as const
export type SignInReason = (typeof signInReasons)[number]

/** The commands that may wait for a second operator. */
export const secondKinds = [
  'settings set',
  'operator add',
  'bonus define',
  'promotions define',
  'wheel define',
  'deposits match',
  'deposits match request',
  'deposits shown',
  'qrcodes resolve',
  'giftlinks resolve',
  'transfers resolve',
  'withdrawals resolve',
  'withdrawals bounced',
  'items decide',
  'invite count',
  'operator roles',
  'operator enrol',
  'member bank',
  'recovery open',
  'recovery settle',
] as const
export type SecondKind = (typeof secondKinds)[number]
