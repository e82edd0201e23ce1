import { rewardKinds, type RewardKind } from '@kapao/contract/console/reward-words'

/** Which one is open: by its kind and code, a new one without a code, or what the worker counts. */
export type RewardAddress = { kind?: RewardKind | 'periods'; code?: string }

export function rewardInAddress({ kind, code }: Record<string, unknown>): RewardAddress {
  const known = [...rewardKinds, 'periods' as const].find((one) => one === kind)
  if (known === undefined) return {}
  // A code of digits alone is read from an address as a number.
  const named = typeof code === 'number' ? String(code) : code
  return typeof named === 'string' && named !== '' ? { kind: known, code: named } : { kind: known }
}
