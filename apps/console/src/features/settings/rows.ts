import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { SettingGroup } from '@kapao/contract/console/settings'
import { canBeTightened, partsOfName, rightOf } from '@kapao/contract/console/settings'
import { languages, type Language } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import { formatSum } from '#core/format.ts'
import { reading } from '#core/queries.ts'
import { isEmpty } from '#ui/fields/values.ts'
import { useLanguage, useText } from '#core/i18n.tsx'
import { useRight } from '#shared/me.ts'
import { wordOf } from '#shared/facts/word-of.ts'
import { useSettingsText, type SettingsText } from './text/settings-text.ts'

export type SettingRow = ConsoleCallOutput<'GET /api/console/settings'>['settings'][number]
export const readSettings = reading('GET /api/console/settings', {})

/** What is changed in one form and saved together: one setting, or one text in each language. */
export type SettingForm = { id: string; rows: readonly [SettingRow, ...SettingRow[]] }

export function formsOf(rows: readonly SettingRow[]): SettingForm[] {
  const forms = new Map<string, SettingForm>()
  for (const row of rows) {
    const id = languageOf(row) === null ? row.name : partsOfName(row.name)!.word
    const form = forms.get(id)
    forms.set(id, { id, rows: form ? [...form.rows, row] : [row] })
  }
  return [...forms.values()]
}

/** The language that a setting is the text of; null for others. */
export function languageOf({ name }: Pick<SettingRow, 'name'>): Language | null {
  const of = partsOfName(name)?.of
  return languages.find((one) => one === of) ?? null
}

/** What a form is called, and what it is for, in the language of the page. */
export function useFormWords(): (form: SettingForm) => { name: string; about: string } {
  const text = useText()
  const language = useLanguage()
  const { about } = useSettingsText()
  return ({ id, rows: [row] }) => {
    const word = partsOfName(row.name)?.word
    const said = language === 'en' || word === undefined ? undefined : about[word]
    return { name: wordOf('setting', id, text) ?? id, about: said ?? row.about }
  }
}

/** The languages in which there is nothing, of a text that is there in another one. */
export function missingIn(
  rows: readonly SettingRow[],
  valueOf: (row: SettingRow) => unknown = (row) => row.value,
): Language[] {
  const empty = rows.filter((row) => isEmpty(valueOf(row)))
  return empty.length === rows.length ? [] : empty.flatMap((row) => languageOf(row) ?? [])
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
export function briefOf(
  { value, field }: Pick<SettingRow, 'value' | 'field'>,
  { brief, choiceText }: SettingsText,
  currencies: Record<Currency, string>,
): string {
  if (field.form === 'amount' && typeof value === 'string' && value !== '') {
    const { currency } = field
    return `${formatSum({ amount: value, currency })}\u00A0${currencies[currency]}`
  }
  if (value === null || value === '') return brief.none
  if (typeof value === 'boolean') return value ? brief.on : brief.off
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return brief.entries(value.length)
  if (typeof value !== 'string') return brief.whole
  if (value.startsWith('/pictures/')) return brief.picture
  const words = choiceText(value).replaceAll(/<[^>]*>/g, ' ')
  return words.length > shownMax ? `${words.slice(0, shownMax)}…` : words
}
