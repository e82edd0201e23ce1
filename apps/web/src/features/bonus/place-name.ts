import { useBonusText } from './text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'

/** What the wallet and the games are called; a game that is not offered any more by its code. */
export function usePlaceName({ slots }: Wallet): (place: string) => string {
  const { wallet } = useBonusText()
  return (place) =>
    place === 'wallet' ? wallet : (slots.find(({ code }) => code === place)?.name ?? place)
}
