import { gameCategories, mainWallet } from '@kapao/contract/limits'
import { groupOf, type Group } from '#shared/wallet/groups.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'

/** A place that holds money: the main wallet, or an active game account. */
export type Account = {
  code: string
  name: string
  amount: number
  /** Null for the wallet. */
  group: Group | null
  logo: string
}

type Holdings = Pick<Wallet, 'wallet' | 'slots'>

/** The wallet first, then the games by kind; games without an account hold nothing and are left out. */
export function accountsOf({ wallet, slots }: Holdings, walletName: string): Account[] {
  const games = slots
    .filter(({ isActive }) => isActive)
    .map(({ category, ...game }) => ({ ...game, group: groupOf(category) }))
  return [
    { code: mainWallet, name: walletName, amount: wallet.amount, group: null, logo: '' },
    ...gameCategories.flatMap((group) => games.filter((game) => game.group === group)),
  ]
}
