import type { Language } from '@kapao/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useLanguage } from '#core/i18n.tsx'
import type { SettingsText } from './en.ts'

export type { SettingsText }

/** Loaded with the settings, and not with the page: nobody else reads them. */
const packs: Record<Language, () => Promise<{ settings: SettingsText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

/** Null until they are there; while another language is loaded the last one stays. */
export function useSettingsPack(): SettingsText | null {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['settings text', language],
    queryFn: async () => (await packs[language]()).settings,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

export const SettingsTextContext = createContext<SettingsText | null>(null)

export function useSettingsText(): SettingsText {
  const text = use(SettingsTextContext)
  if (!text) throw new Error('the texts of the settings are used outside their screen')
  return text
}
