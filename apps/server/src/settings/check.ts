import type { ProblemReason } from '@kapao/contract/console/problems'
import type { RefusalReason } from '@kapao/contract/console/reasons'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import { walletCurrencies } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import type { z } from 'zod'
import { OperatorRefused } from '#core/refused.ts'
import { settingOf, type SettingName, type Settings } from './registry.ts'

/** What a setting does not take: what is wrong with it, each at its place. */
export class ValueRefused extends OperatorRefused {
  readonly problems: ValueProblem[]

  constructor(sentence: string, problems: ValueProblem[], why: RefusalReason | null = null) {
    super(sentence, why)
    this.name = 'ValueRefused'
    this.problems = problems
  }
}

/** So many are reported at once. */
const problemsMax = 50

/** The value to store, or a refusal that names the expected form. */
export function checkValue(name: SettingName, value: unknown): unknown {
  const { kind } = settingOf(name)
  const checked = kind.schema.safeParse(value)
  if (checked.success) return checked.data
  const { issues } = checked.error
  const [issue] = issues
  const where = issue?.path.length ? ` (at ${issue.path.join('.')})` : ''
  throw new ValueRefused(
    `${name} ${issue?.message ?? 'is not valid'}${where}. Expected: ${kind.form}.`,
    problemsOf(issues, value),
  )
}

type WantedValue = { name: SettingName; to: { value: unknown } | 'default' }

/**
 * The value of each that is to be set, by its name. Where some are refused: what is wrong with all of them, at places that
 * begin with the name.
 */
export function checkValues(wanted: readonly WantedValue[]): Map<SettingName, unknown> {
  const values = new Map<SettingName, unknown>()
  const sentences: string[] = []
  const problems: ValueProblem[] = []
  for (const { name, to } of wanted)
    try {
      values.set(name, to === 'default' ? settingOf(name).fallback : checkValue(name, to.value))
    } catch (error) {
      if (!(error instanceof ValueRefused)) throw error
      sentences.push(error.message)
      problems.push(...error.problems.map((one) => ({ ...one, path: [name, ...one.path] })))
    }
  if (sentences.length === 0) return values
  throw new ValueRefused(sentences.join(' '), problems.slice(0, problemsMax))
}

/** A definition of another room, typed in the same forms. */
export function checkDefinition<T>(schema: z.ZodType<T>, value: unknown): T {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const { issues } = checked.error
  const where = issues[0]?.path.join('.')
  throw new ValueRefused(
    `${where ? `${where}: ` : ''}${issues[0]?.message ?? 'not valid'}.`,
    problemsOf(issues, value),
    'definition-wrong',
  )
}

/** What its author calls a definition cannot be its code. */
export function refuseCode(sentence: string): never {
  throw new ValueRefused(
    sentence,
    [{ path: ['code'], reason: 'form', sentence }],
    'definition-wrong',
  )
}

/** What is wrong with a value by its schema, each at its place. */
function problemsOf(issues: readonly Issue[], value: unknown): ValueProblem[] {
  return issues.slice(0, problemsMax).map((one) => problemOf(one, value))
}

type Issue = z.core.$ZodIssue

function problemOf(issue: Issue, value: unknown): ValueProblem {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  const isThere = path.reduce(partOf, value) !== undefined
  return { path, reason: isThere ? reasonOf(issue) : 'missing', sentence: issue.message }
}

function partOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[step]
    : undefined
}

/** What is too little or too much of a list or a text; of a number its field names the limits. */
const amiss: Record<string, Partial<Record<Issue['code'], ProblemReason>>> = {
  array: { too_small: 'few', too_big: 'many' },
  string: { too_small: 'missing', too_big: 'long' },
}

function reasonOf(issue: Issue): ProblemReason {
  if (issue.code === 'custom') return (issue.params?.['reason'] ?? 'form') as ProblemReason
  const origin = 'origin' in issue ? String(issue.origin) : ''
  return amiss[origin]?.[issue.code] ?? 'form'
}

type Rule = {
  names: SettingName[]
  why: RefusalReason
  problem: (settings: Settings) => string | null
}

const minimumBelowMaximum = (what: 'withdraw' | 'refund'): Rule[] =>
  walletCurrencies.map((currency) => {
    const min = `${what}.min.${currency}` as const
    const max = `${what}.max.${currency}` as const
    return {
      names: [min, max],
      why: 'minimum-above-maximum',
      problem: (settings) =>
        moneyFromText(settings[min], currency)!.amount >
        moneyFromText(settings[max], currency)!.amount
          ? `${min} (${settings[min]}) would be above ${max} (${settings[max]})`
          : null,
    }
  })

const recommendedBanksAreBanks: Rule = {
  names: ['recommendedBanks', 'registration.banks'],
  why: 'bank-not-offered',
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

/** Refuses changes that would make two settings contradict each other. */
export function checkTogether(changed: readonly SettingName[], settings: Settings): void {
  for (const rule of rules) {
    if (!rule.names.some((name) => changed.includes(name))) continue
    const problem = rule.problem(settings)
    if (problem) throw new OperatorRefused(`${problem}.`, rule.why)
  }
}
