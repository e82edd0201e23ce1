import { useMoney } from '#shared/bonus/figures.tsx'
import { useHeldBonus } from '#shared/bonus/held/queries.ts'
import type { Preview } from '#shared/bonus/queries.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useBonusText } from '../text/bonus-text.ts'

/** Why the bonus cannot be ended now: with both figures where its member has too much; null where it can. */
export function useEndRefusal(why: Preview['why'], currency: Wallet['currency']): string | null {
  const text = useBonusText().end
  const money = useMoney(currency)
  const progress = useHeldBonus().data?.progress
  if (why === 'met' || why === 'below' || why === 'denied') return null
  if (why !== 'condition') return text.why[why]
  return progress ? text.at(money(progress.endAmount), money(progress.has)) : text.why.condition
}
