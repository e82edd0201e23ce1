import { walletCurrencies } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { OperatorRefused } from '#core/refused.ts'
import { settingOf, type SettingName, type Settings } from './registry.ts'

/** The value to store, or a refusal that names the expected form. */
export function checkValue(name: SettingName, value: unknown): unknown {
  const { kind } = settingOf(name)
  const checked = kind.schema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const where = issue?.path.length ? ` (at ${issue.path.join('.')})` : ''
  throw new OperatorRefused(
    `${name} ${issue?.message ?? 'is not valid'}${where}. Expected: ${kind.form}.`,
  )
}

type Rule = { names: SettingName[]; problem: (settings: Settings) => string | null }

const minimumBelowMaximum = (what: 'withdraw' | 'refund'): Rule[] =>
  walletCurrencies.map((currency) => {
    const min = `${what}.min.${currency}` as const
    const max = `${what}.max.${currency}` as const
    return {
      names: [min, max],
      problem: (settings) =>
        moneyFromText(settings[min], currency)!.amount >
        moneyFromText(settings[max], currency)!.amount
          ? `${min} (${settings[min]}) would be above ${max} (${settings[max]})`
          : null,
    }
  })

const recommendedBanksAreBanks: Rule = {
  names: ['recommendedBanks', 'registration.banks'],
  problem: (settings) => {
    const codes = new Set(settings['registration.banks'].map(({ code }) => code))
    const unknown = settings.recommendedBanks.filter((code) => !codes.has(code))
    return unknown.length === 0
      ? null
      : `recommendedBanks would name ${unknown.join(', ')}, which registration.banks does not have`
  },
}

const rules: Rule[] = [
  ...minimumBelowMaximum('withdraw'),
  ...minimumBelowMaximum('refund'),
  recommendedBanksAreBanks,
]

/** Refuses a change that would make two settings contradict each other. */
export function checkTogether(changed: SettingName, settings: Settings): void {
  for (const rule of rules) {
    if (!rule.names.includes(changed)) continue
    const problem = rule.problem(settings)
    if (problem) throw new OperatorRefused(`${problem}.`)
  }
}
