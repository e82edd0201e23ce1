import type { Language } from '@kapao/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLanguage } from '#core/i18n.tsx'
import type { HouseText } from './en.ts'

export type { HouseText }

/** Loaded with these screens, and not with the page: few open them, and rarely. */
const packs: Record<Language, () => Promise<{ house: HouseText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

/** Null until they are there; while another language is loaded the last one stays. */
export function useHouseText(): HouseText | null {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['house text', language],
    queryFn: async () => (await packs[language]()).house,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}
