import { useBonusText } from './text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'

/** The name of the wallet or of a game; a game that is no longer offered is named by its code. */
export function usePlaceName({ slots }: Wallet): (place: string) => string {
  const { wallet } = useBonusText()
  return (place) =>
    place === 'wallet' ? wallet : (slots.find(({ code }) => code === place)?.name ?? place)
}
