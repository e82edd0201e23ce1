import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { SettingGroup } from '@kapao/contract/console/settings'
import { canBeTightened, partsOfName, rightOf } from '@kapao/contract/console/settings'
import { reading } from '#core/queries.ts'
import { useLanguage, useText } from '#core/i18n.tsx'
import { useRight } from '#shared/me.ts'
import { wordOf } from '#shared/facts/word-of.ts'
import { useSettingsText, type SettingsText } from './text/settings-text.ts'

export type SettingRow = ConsoleCallOutput<'GET /api/console/settings'>['settings'][number]

export const readSettings = reading('GET /api/console/settings', {})

/** What a setting is called, and what it is for, in the language of the page. */
export function useSettingWords(): (row: SettingRow) => { name: string; about: string } {
  const text = useText()
  const language = useLanguage()
  const { about } = useSettingsText()
  return (row) => {
    const word = partsOfName(row.name)?.word
    const said = language === 'en' || word === undefined ? undefined : about[word]
    return { name: wordOf('setting', row.name, text) ?? row.name, about: said ?? row.about }
  }
}

/** May change all of it, only tighten it, or only read it. */
export type Power = 'change' | 'tighten' | 'read'

export function usePower(group: SettingGroup): Power {
  const mayAll = useRight(rightOf(group))
  const mayTighten = useRight('settings.tighten')
  if (mayAll) return 'change'
  return mayTighten && canBeTightened(group) ? 'tighten' : 'read'
}

const shownMax = 40

/** A value in a few words, for the list. */
export function briefOf(value: unknown, { brief, choiceText }: SettingsText): string {
  if (value === null || value === '') return brief.none
  if (typeof value === 'boolean') return value ? brief.on : brief.off
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return brief.entries(value.length)
  if (typeof value !== 'string') return brief.whole
  if (value.startsWith('data:')) return brief.picture
  const words = choiceText(value).replaceAll(/<[^>]*>/g, ' ')
  return words.length > shownMax ? `${words.slice(0, shownMax)}…` : words
}
