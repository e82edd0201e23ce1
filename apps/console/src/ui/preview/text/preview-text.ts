import type { Language } from '@kapao/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLanguage } from '#core/i18n.tsx'
import type { PreviewText } from './en.ts'

export type { PreviewText }

const packs: Record<Language, () => Promise<{ preview: PreviewText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

/** Null until they are there; while another language is loaded the last one stays. */
export function usePreviewText(): PreviewText | null {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['preview text', language],
    queryFn: async () => (await packs[language]()).preview,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}
