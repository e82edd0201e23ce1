import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { rewardTerms } from '@kapao/contract/bonus'
import { z } from 'zod'
import { factorIsHigh, factorWarnedFrom } from '../../../modules/bonus/terms.ts'
import { CommandFault, exitCodes, wrongUsage } from '../../terminal/fault.ts'
import type { Typed } from '../../command.ts'

/** What every reward that operators define has. */
export const rewardFields = {
  terms: rewardTerms,
  quota: z.int().min(0).nullable().default(null),
  isOn: z.boolean().default(false),
  startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
}

export const fileOption = {
  file: { value: 'FILE', about: 'What it gives and asks for, as JSON; - is what is piped in.' },
}

/** Reads a definition and says in one sentence what is wrong with it. */
export async function readDefinition<S extends z.ZodType>(
  typed: Typed,
  schema: S,
): Promise<z.output<S>> {
  const file = typed.text('file') ?? wrongUsage('Give --file FILE.')
  const text = file === '-' ? await readStream(process.stdin) : await readFile(file, 'utf8')
  const json = parse(text)
  const checked = schema.safeParse(json)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]!
  const where = issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  throw new CommandFault(exitCodes.refused, `The definition is wrong${where}: ${issue.message}.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandFault(exitCodes.refused, `That is not JSON: ${(error as Error).message}.`)
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

export function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
