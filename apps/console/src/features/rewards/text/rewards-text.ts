import { openTextPack, openTextContext } from '#core/text-pack.ts'
import type { RewardsText } from './en.ts'

export type { RewardsText }

/** Few open them. */
export const useRewardsPack = openTextPack<RewardsText>('rewards', {
  th: async () => (await import('./th.ts')).rewards,
  la: async () => (await import('./la.ts')).rewards,
  en: async () => (await import('./en.ts')).rewards,
})

export const [RewardsTextContext, useRewardsText] = openTextContext<RewardsText>('rewards')
