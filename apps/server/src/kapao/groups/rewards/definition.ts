import { rewardTerms, type RewardTerms } from '@kapao/contract/bonus'
import { walletCurrencies } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { z } from 'zod'
import { factorIsHigh, factorWarnedFrom, largestOf } from '#modules/bonus/terms.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { readText } from '../../terminal/typed.ts'
import type { Answer, CliContext, Typed } from '../../command.ts'
import { runOrRequest, type GuardedCommand } from '../confirm/second.ts'

/** More than any operator has members; times the largest gift it still fits a database integer. */
const quotaMax = 1_000_000

/** The fields that every reward definition has. */
export const rewardFields = {
  terms: rewardTerms,
  quota: z.int().min(0).max(quotaMax).nullable().default(null),
  isOn: z.boolean().default(false),
  startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
}

export const fileOption = {
  file: { value: 'FILE', about: 'What it gives and asks for, as JSON; - is what is piped in.' },
}

/** Parses a definition, or refuses it with one sentence. */
export async function readDefinition<S extends z.ZodType>(
  typed: Typed,
  schema: S,
): Promise<z.output<S>> {
  const file = typed.text('file') ?? wrongUsage('Give --file FILE.')
  const checked = schema.safeParse(parse(await readText(file)))
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]!
  const where = issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  refuseCommand(`The definition is wrong${where}: ${issue.message}.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    refuseCommand(`That is not JSON: ${(error as Error).message}.`)
  }
}

/** What an operator should know before members see it; nothing is refused. */
export function warningsOf(
  { terms }: { terms: z.output<typeof rewardTerms> },
  usualFactor: string,
): string[] {
  const high = factorIsHigh(terms, usualFactor)
    ? `Warning: more than ${factorWarnedFrom} times is what regulators of other countries forbid; members may never reach it.`
    : null
  const free =
    terms.factor !== null && Number(terms.factor) <= 1
      ? 'Warning: this is met as soon as it is given.'
      : null
  return [high, free].filter((one) => one !== null)
}

type Defining = { code: string; terms: RewardTerms; quota: number | null }

/** Defines it where one operator is enough, and otherwise stores it for a second one. */
export async function defineOrAsk<W extends Defining, T>(
  cli: CliContext,
  command: GuardedCommand<W, T>,
  { noun, what }: { noun: string; what: W },
): Promise<Answer> {
  const { code, terms, quota } = what
  const often = quota === null ? 'without a quota' : `${quota} of them`
  const words = `${noun} ${code}, ${JSON.stringify(terms.gives)}, ${often}, at ${terms.factor ?? 'the usual'} times`
  return runOrRequest(cli, command, {
    subject: `${noun}:${code}`,
    what,
    words,
    gives: givenBy(what),
  })
}

/**
 * How much of a definition counts as given by its author: all that may be taken of it, in each currency. Its turnover
 * requirement takes nothing off, because play cannot be predicted. Without a limit no one may define it alone.
 */
function givenBy({ terms, quota }: Pick<Defining, 'terms' | 'quota'>): Money[] | null {
  const largest = walletCurrencies.map((currency) => ({
    amount: largestOf(terms, currency),
    currency,
  }))
  const gifts = largest.filter(({ amount }) => amount > 0n)
  if (gifts.length > 0 && quota === null) return null
  const all = gifts.map((gift) => ({ ...gift, amount: gift.amount * BigInt(quota ?? 0) }))
  return all.filter(({ amount }) => amount > 0n)
}
