import type { CallOutput } from '@kapao/contract/calls'
import type { DepositAccount, WalletAccount } from '@kapao/contract/lookup'

export type DepositLookup = CallOutput<'GET /api/lookup/deposit'>
export type DepositWay = 'bank' | 'qr' | 'gift'

export type DepositWays = {
  banks: readonly DepositAccount[]
  qrs: readonly DepositAccount[]
  wallets: readonly WalletAccount[]
  /** In the order of the tabs: the methods with an account. */
  offered: readonly DepositWay[]
}

/**
 * The accounts whose money is found without a slip: while a bonus is held no slip is taken, and what was paid into the
 * others would lie there until it is too old to be shown.
 */
export function withoutSlip(banks: readonly DepositAccount[]): readonly DepositAccount[] {
  return banks.filter(({ mode }) => mode !== 'manual')
}

/** The accounts a member can pay into. Without a key to seal a gift link with, none can be sent. */
export function waysOf({
  banks: accounts,
  wallets: given,
  giftLinkKey,
}: DepositLookup): DepositWays {
  const banks = accounts.filter(({ bankType }) => bankType === 'bank')
  const qrs = accounts.filter(({ bankType }) => bankType === 'PAYMENT')
  const wallets = giftLinkKey === null ? [] : given
  const counts: Record<DepositWay, number> = {
    bank: banks.length,
    qr: qrs.length,
    gift: wallets.length,
  }
  const offered = (['bank', 'qr', 'gift'] as const).filter((way) => counts[way] > 0)
  return { banks, qrs, wallets, offered }
}
