/** What the ledger calls its movements and accounts; the page has words for each. This file imports nothing. */
export const movementKinds = [
  'opening',
  'deposit',
  'suspense',
  'suspense_release',
  'transfer_hold',
  'transfer_settle',
  'transfer_return',
  'withdrawal_hold',
  'withdrawal_paid',
  'withdrawal_return',
  'play_result',
  'bonus',
  'promotion',
  'invite',
  'refund',
  'prize',
  'forfeit',
  'coin_grant',
  'coin_spend',
  'correction',
] as const
export type MovementKindName = (typeof movementKinds)[number]

export const accountKinds = [
  // Members'.
  'wallet',
  'coin',
  'game',
  'transfer',
  'withdrawal',
  'forfeit',
  // A house account.
  'bank',
  'gateway',
  'giftlink',
  'payout',
  'provider',
  'suspense',
  'bonus',
  'promotion',
  'invite',
  'refund',
  'prize',
  'opening',
] as const
export type AccountKindName = (typeof accountKinds)[number]
