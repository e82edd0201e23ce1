import type { Vocabulary } from '@kapao/contract/console/vocabularies'
import type { ConsoleText } from '#text/en/all.ts'

type WordList = Readonly<Record<string, string>>

/** The words for a code, or null for an unknown one, which is then shown as it is. */
export function wordOf(of: Vocabulary, code: string, text: ConsoleText): string | null {
  if (of === 'setting') return settingName(code, text)
  const list = listOf(of, text)
  return Object.hasOwn(list, code) ? (list[code] ?? null) : null
}

function listOf(of: Exclude<Vocabulary, 'setting'>, text: ConsoleText): WordList {
  switch (of) {
    case 'action':
      return text.words.actions
    case 'command':
      return text.work.seconds
    case 'role':
      return text.people.roles
    case 'language':
      return text.words.languages
    case 'sign':
      return text.members.signs
    case 'watched':
      return text.work.why
    case 'place':
      return text.words.accounts
    case 'withdrawal':
      return text.words.withdrawals
    case 'slip':
      return text.words.slips
    case 'refusal':
      return text.work.refused
  }
}

/** `withdraw.min.LAK` is the minimum withdrawal in kip; others end with a language, a variant or a kind of item. */
function settingName(name: string, { desk, words, work }: ConsoleText): string | null {
  const settings: WordList = words.settings
  if (Object.hasOwn(settings, name)) return settings[name] ?? null
  const end = name.lastIndexOf('.')
  const [word, of] = [name.slice(0, end), name.slice(end + 1)]
  if (!Object.hasOwn(settings, word)) return null
  const variants: WordList = {
    ...desk.currency,
    ...words.languages,
    ...work.kinds,
    thai: words.thai,
    laos: words.laos,
  }
  return `${settings[word]} · ${variants[of] ?? of}`
}
