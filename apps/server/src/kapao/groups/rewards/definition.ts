import { rewardTerms, type RewardTerms } from '@kapao/contract/bonus'
import { z } from 'zod'
import { changesOf, wordsOfChanges } from '#core/console/work/differences.ts'
import { givenBy, seenOf } from '#desk/decisions/guarded/rewards.ts'
import type { SwitchWhat } from '#desk/decisions/guarded/switching.ts'
import { askedOf, offeredOf } from '#desk/queues/kinds/change/reward-change.ts'
import { factorIsHigh, factorWarnedFrom } from '#money/bonus/terms.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { readText } from '../../terminal/typed.ts'
import type { Answer, CliContext, CommandInput } from '../../command.ts'
import { runOrRequest, type GuardedCommand } from '../second.ts'

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
  typed: CommandInput,
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

type DefinitionRequest = Parameters<typeof askedOf>[0] & {
  terms: RewardTerms
  quota: number | null
}
type StoredReward = NonNullable<Parameters<typeof offeredOf>[0]>

/** Defines it where one operator is enough, and otherwise stores it for a second one. */
export async function defineOrAsk<W extends DefinitionRequest, T>(
  cli: CliContext,
  command: GuardedCommand<W, T>,
  { noun, what, stored }: { noun: string; what: W; stored: StoredReward | null },
): Promise<Answer> {
  const { code, terms, quota } = what
  const often = quota === null ? 'without a quota' : `${quota} of them`
  const offer = `${JSON.stringify(terms.gives)}, ${often}, at ${terms.factor ?? 'the usual'} times`
  const changes = changesOf(offeredOf(stored), askedOf(what))
  const changed = stored ? ` ${wordsOfChanges(changes)};` : ''
  return runOrRequest(cli, command, {
    subject: `${noun}:${code}`,
    what,
    words: `${noun} ${code},${changed} ${offer}`,
    changes,
    gives: givenBy(what),
  })
}

/** Offers it again where one operator is enough to define it as it is, and otherwise asks a second one. */
export function offerOrAsk<T>(
  cli: CliContext,
  command: GuardedCommand<SwitchWhat, T>,
  {
    noun,
    stored,
  }: {
    noun: string
    stored: StoredReward & Pick<DefinitionRequest, 'terms' | 'quota'> & { isOn: boolean }
  },
): Promise<Answer> {
  const { code, terms, quota, given, isOn } = stored
  const often = quota === null ? 'without a quota' : `${given} of ${quota} given`
  return runOrRequest(cli, command, {
    subject: `${noun}:${code}`,
    what: { code, seen: seenOf(stored) },
    words: `${noun} ${code} on again, ${JSON.stringify(terms.gives)}, ${often}`,
    changes: changesOf({ isOn }, { isOn: true }),
    gives: isOn ? [] : givenBy(stored, given),
  })
}

export function answerSwitched({ code }: { code: string }, state: 'on' | 'off'): Answer {
  return { text: `${code} is ${state}.`, json: { code, isOn: state === 'on' } }
}
