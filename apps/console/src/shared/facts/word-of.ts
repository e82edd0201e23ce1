import type { Vocabulary } from '@kapao/contract/console/facts'
import { partsOfSetting } from '@kapao/contract/console/settings'
import type { ConsoleText } from '#text/en/all.ts'

type Named = Readonly<Record<string, string>>

/** The words of a code, or null for one that this page does not know: it is then shown as the code that it is. */
export function wordOf(of: Vocabulary, code: string, text: ConsoleText): string | null {
  if (of === 'setting') return settingName(code, text)
  const list = listOf(of, text)
  return Object.hasOwn(list, code) ? (list[code] ?? null) : null
}

function listOf(of: Exclude<Vocabulary, 'setting'>, text: ConsoleText): Named {
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
  }
}

/** `withdraw.min.LAK` is the smallest withdrawal, of LAK. */
function settingName(name: string, { words }: ConsoleText): string | null {
  const { word, of } = partsOfSetting(name)
  if (word === null) return null
  if (of === null) return words.settings[word]
  const variants: Named = { ...words.languages, thai: words.thai, laos: words.laos }
  return `${words.settings[word]} · ${variants[of] ?? of}`
}
