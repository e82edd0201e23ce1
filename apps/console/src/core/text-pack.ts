import type { Language } from '@kapao/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useLanguage } from './i18n.tsx'

/**
 * Texts that are loaded with their screen, and not with the page. Null until they are there; while another language is
 * loaded the last one stays.
 */
export function openTextPack<T>(name: string, load: Record<Language, () => Promise<T>>) {
  return function useTextPack(): T | null {
    const language = useLanguage()
    const { data } = useQuery({
      queryKey: ['text', name, language],
      queryFn: load[language],
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    })
    return data ?? null
  }
}

/** Texts that a screen gives to all that it draws. */
export function openTextContext<T>(name: string) {
  const TextContext = createContext<T | null>(null)
  function useGivenText(): T {
    const text = use(TextContext)
    if (!text) throw new Error(`the texts of ${name} are used outside their screen`)
    return text
  }
  return [TextContext, useGivenText] as const
}
