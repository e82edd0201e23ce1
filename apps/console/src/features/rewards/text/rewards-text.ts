import type { Language } from '@kapao/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useLanguage } from '#core/i18n.tsx'
import type { RewardsText } from './en.ts'

export type { RewardsText }

/** Loaded with the rewards, and not with the page: few open them. */
const packs: Record<Language, () => Promise<{ rewards: RewardsText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

/** Null until they are there; while another language is loaded the last one stays. */
export function useRewardsPack(): RewardsText | null {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['rewards text', language],
    queryFn: async () => (await packs[language]()).rewards,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

export const RewardsTextContext = createContext<RewardsText | null>(null)

export function useRewardsText(): RewardsText {
  const text = use(RewardsTextContext)
  if (!text) throw new Error('the texts of the rewards are used outside their screen')
  return text
}
