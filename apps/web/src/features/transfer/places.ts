import { gameCategories, mainWallet } from '@kapao/contract/limits'
import { groupOf, type Group } from '#shared/wallet/groups.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'

/** Somewhere money can be: the main wallet, or an active game account. */
export type Place = { code: string; name: string; amount: number; group: Group | null }

type Holdings = Pick<Wallet, 'wallet' | 'slots'>

/** The wallet first, then the games by kind; those without an account hold nothing and are left out. */
export function placesOf({ wallet, slots }: Holdings, walletName: string): Place[] {
  const games = slots
    .filter(({ isActive }) => isActive)
    .map(({ code, name, amount, category }) => ({ code, name, amount, group: groupOf(category) }))
  return [
    { code: mainWallet, name: walletName, amount: wallet.amount, group: null },
    ...gameCategories.flatMap((group) => games.filter((game) => game.group === group)),
  ]
}

/** What moving everything to a place would bring there. */
export function gatherable(places: readonly Place[], to: string): number {
  return sumAmounts(places.filter(({ code }) => code !== to).map(({ amount }) => amount))
}

/** What both sides hold afterwards, in exact hundredths. */
export function afterMove(
  { from, to }: { from: Place; to: Place },
  amount: number,
): { from: number; to: number } {
  return { from: sumAmounts([from.amount, -amount]), to: sumAmounts([to.amount, amount]) }
}
