import { useHeldBonus, type HeldBonus } from '#shared/bonus/held/queries.ts'
import { sumAmounts } from '#shared/wallet/wallet.ts'

export type Lock = {
  code: string
  kind: NonNullable<HeldBonus['progress']>['kind']
  reached: number
  target: number
  /** Zero once the condition is met. */
  missing: number
}

/** The bonus whose condition applies to wallet and games; null without one. */
export function useLock(): { lock: Lock | null; isKnown: boolean } {
  const { data, isError } = useHeldBonus()
  return { lock: data ? lockOf(data) : null, isKnown: data !== undefined || isError }
}

function lockOf({ status, progress }: HeldBonus): Lock | null {
  if (!status || !progress) return null
  const { code, kind, total, target } = progress
  const missing = Math.max(sumAmounts([target, -total]), 0)
  return { code, kind, reached: Math.min(total, target), target, missing }
}
