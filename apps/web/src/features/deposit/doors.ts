import type { CallOutput } from '@kapao/contract/calls'
import type { DepositAccount, WalletAccount } from '@kapao/contract/lookup'

export type DepositLookup = CallOutput<'GET /api/lookup/deposit'>
export type Door = 'bank' | 'qr' | 'gift'

export type Doors = {
  banks: readonly DepositAccount[]
  qrs: readonly DepositAccount[]
  wallets: readonly WalletAccount[]
  /** In the order of the tabs: those that there is an account behind. */
  offered: readonly Door[]
}

/** What a member can pay into. Without a key to seal a gift link with, none can be sent. */
export function doorsOf({ banks: accounts, wallets: given, giftLinkKey }: DepositLookup): Doors {
  const banks = accounts.filter(({ bankType }) => bankType === 'bank')
  const qrs = accounts.filter(({ bankType }) => bankType === 'PAYMENT')
  const wallets = giftLinkKey === null ? [] : given
  const counts: Record<Door, number> = {
    bank: banks.length,
    qr: qrs.length,
    gift: wallets.length,
  }
  const offered = (['bank', 'qr', 'gift'] as const).filter((door) => counts[door] > 0)
  return { banks, qrs, wallets, offered }
}
