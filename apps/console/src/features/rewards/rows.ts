import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { RewardState } from '@kapao/contract/console/reward-words'
import { reading } from '#core/queries.ts'
import type { Tone } from '#ui/show/badge.tsx'
import type { RewardsText } from './text/rewards-text.ts'

export type RewardRow = ConsoleCallOutput<'GET /api/console/rewards'>['rewards'][number]

export const readRewards = reading('GET /api/console/rewards')

export const stateTone: Record<RewardState, Tone> = {
  on: 'plus',
  off: 'plain',
  begins: 'wait',
  over: 'plain',
  full: 'wait',
}

type RewardCount = Pick<RewardRow, 'kind' | 'taken' | 'quota'>

export function takenText({ kind, taken, quota }: RewardCount, text: RewardsText): string {
  if (kind === 'wheel') return text.spun(taken)
  return quota === null ? text.takenEver(taken) : text.taken(taken, quota)
}
