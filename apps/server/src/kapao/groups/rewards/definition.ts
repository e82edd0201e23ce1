import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { rewardTerms, type RewardTerms } from '@kapao/contract/bonus'
import { walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import { OperatorRefused } from '#core/refuse.ts'
import { factorIsHigh, factorWarnedFrom } from '../../../modules/bonus/terms.ts'
import { readSettings } from '../../../modules/settings/read.ts'
import type { Settings } from '../../../modules/settings/registry.ts'
import { CommandFault, exitCodes, wrongUsage } from '../../terminal/fault.ts'
import type { Answer, Desk, Typed } from '../../command.ts'
import { doOrAsk, type Guarded } from '../confirm/second.ts'

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

/** What stood there when a definition was written: the instant of its last change, or null for none. */
export type Seen = string | null

export function seenOf(before: { updatedAt: Date } | null): Seen {
  return before && before.updatedAt.toISOString()
}

/** What waited for a second person, or was cut off and is done again, must not undo what was changed since. */
export function refuseWhenMoved(
  code: string,
  before: { updatedAt: Date } | null,
  seen: Seen,
): void {
  if (seen === seenOf(before)) return
  throw new OperatorRefused(`${code} was changed meanwhile; look at it, and define it again.`)
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

/** Defines it where one person's word is enough, and else keeps it for a second person. */
export async function defineOrAsk<W extends Defining>(
  desk: Desk,
  guarded: Guarded<W>,
  { noun, what }: { noun: string; what: W },
): Promise<Answer> {
  const { code, terms } = what
  const words = `${noun} ${code}, ${JSON.stringify(terms.gives)} at ${terms.factor ?? 'the usual'} times`
  const gives = givenBy(what, await readSettings(desk.db))
  return doOrAsk(desk, guarded, { subject: `${noun}:${code}`, what, words, gives })
}

/**
 * What of a definition counts as given by the word of who wrote it: the largest gift, which must be played for. Where it need
 * not be, it is worth all that may be taken of it, and without an end nobody may define it alone.
 */
function givenBy(
  { terms, quota }: { terms: RewardTerms; quota: number | null },
  usual: Usual,
): Money[] | null {
  const gifts = walletCurrencies
    .map((currency) => largestOf(terms, currency))
    .filter(({ amount }) => amount > 0n)
  if (!gifts.some((gift) => isKept(terms, gift, usual))) return gifts
  if (quota === null) return null
  return gifts.map((gift) => ({ ...gift, amount: gift.amount * BigInt(quota) }))
}

function largestOf({ gives }: RewardTerms, currency: WalletCurrency) {
  const text = (gives.of === 'amount' ? gives.amount : gives.max)[currency]
  return { amount: moneyFromText(text ?? '0', currency)!.amount, currency }
}

/** The settings that stand in for what terms leave open. */
type Usual = Pick<Settings, 'bonus.factor' | `bonus.endAmount.${WalletCurrency}`>

/** Below this it is met by one bet that is more likely won than lost; at one it is met as it is given. */
const playedFrom = 2

/**
 * Whether members have most of it without playing much: it is met by next to nothing, or may be ended while most of it is left. What the
 * terms leave open may be either of what stands in for it, as anybody may take the setting away.
 */
function isKept(
  { factor, endAmount, percentFail }: RewardTerms,
  { amount, currency }: { amount: bigint; currency: WalletCurrency },
  usual: Usual,
): boolean {
  if (Number(factor ?? usual['bonus.factor']) < playedFrom) return true
  const own = endAmount?.[currency]
  if (own === undefined && percentFail >= 50) return true
  const end = own ?? usual[`bonus.endAmount.${currency}`]
  return end !== null && moneyFromText(end, currency)!.amount * 2n >= amount
}

export function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
