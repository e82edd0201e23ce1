import { sumAmounts, withdrawableOf, type Wallet } from '#shared/wallet/wallet.ts'
import type { UnderWay } from './queries.ts'

type Free = { withdrawable: number | null; inGames: number; locked: number | null }

/**
 * The withdrawable and the locked amount are known once the server has reported the bonus; until then they are not
 * guessed.
 */
export function freeOf(
  wallet: Pick<Wallet, 'wallet' | 'slots'>,
  underWay: Pick<UnderWay, 'bonus' | 'kept'> | undefined,
): Free {
  const inGames = sumAmounts(wallet.slots.map(({ amount }) => amount))
  if (!underWay) return { withdrawable: null, inGames, locked: null }
  const all = withdrawableOf(wallet)
  const { bonus, kept } = underWay
  const isHeld = bonus !== null && (bonus.isEnding || bonus.total < bonus.target)
  const locked = isHeld ? all : Math.min(all, kept?.amount ?? 0)
  return { withdrawable: sumAmounts([all, -locked]), inGames, locked }
}
