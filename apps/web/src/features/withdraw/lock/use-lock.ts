import { useBonuses, useHeldBonus, type HeldBonus } from '#shared/bonus/bonus-data.ts'
import { sumAmounts } from '#shared/wallet/wallet.ts'

export type Lock = {
  code: string
  kind: NonNullable<HeldBonus['progress']>['kind']
  reached: number
  target: number
  /** Nothing once the condition is met. */
  missing: number
}

/** The bonus under whose condition wallet and games are; null without one, and as long as that is not known. */
export function useLock(): Lock | null {
  const { data } = useHeldBonus()
  const progress = data?.status ? data.progress : null
  if (!progress) return null
  const { code, kind, total, target } = progress
  const missing = Math.max(sumAmounts([target, -total]), 0)
  return { code, kind, reached: Math.min(total, target), target, missing }
}

/** What the operator calls it, as markup; null where that is not known. */
export function useBonusName(code: string): string | null {
  const bonus = useBonuses().data?.find((one) => one.code === code)
  return bonus?.banners[0]?.html || null
}
