import { partsOfName } from '@kapao/contract/console/settings'
import { useText } from '#core/i18n.tsx'
import { wordOf } from '#shared/facts/word-of.ts'
import { Plans, type Plan } from '#shared/plans/plans.tsx'
import { languageOf, type SettingForm } from './rows.ts'
import { useSettingsText } from './text/settings-text.ts'

export function plansOf(form: SettingForm, plans: readonly Plan[]): Plan[] {
  const names = form.rows.map(({ name }) => name)
  return plans.filter(({ changes }) => changes.some(({ name }) => names.includes(name)))
}

type Props = { form: SettingForm; plans: readonly Plan[]; isReadOnly: boolean }

/** The plans of a form; of several settings each part has the name of its own. */
export function SettingPlans({ form, plans, isReadOnly }: Props) {
  const words = useText()
  const { plan: text } = useSettingsText()
  const nameIn = ({ changes }: Plan, name: string): string => {
    const language = languageOf({ name })
    const isOfOne = new Set(changes.map((one) => partsOfName(one.name)?.word)).size === 1
    if (!isOfOne) return wordOf('setting', name, words) ?? name
    return language ? words.desk.languages[language] : text.becomes
  }
  const own = plansOf(form, plans)
  return <Plans text={text} plans={own} isReadOnly={isReadOnly} nameIn={nameIn} />
}
