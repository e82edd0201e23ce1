import { moneyFromText, type Money } from '@kapao/contract/money'
import { OperatorRefused } from '#core/refuse.ts'
import { hasMembers } from '../../../modules/account/store.ts'
import { say, waitMs, type Said } from '../../../modules/confirm/confirm.ts'
import { setRefused } from '../../../modules/confirm/store.ts'
import { readSettings } from '../../../modules/settings/read.ts'
import type { Settings } from '../../../modules/settings/registry.ts'
import type { Answer, Desk } from '../../command.ts'
import { textOfTime } from '../../terminal/print.ts'

/** A command for which one person's word may not be enough. What it needs is kept as JSON until somebody confirms it. */
export type Guarded<W> = {
  kind: string
  /** Does it, in the name of whoever sits at the desk. */
  run: (desk: Desk, what: W) => Promise<Answer>
}

export type Wanted<W> = {
  subject: string
  what: W
  /** One sentence for the person who is to confirm it. */
  words: string
  /** What a member would have of it, in each currency; null where nobody may do it alone. */
  gives: readonly Money[] | null
}

/** Does it where one person's word is enough, and else keeps it for a second person. */
export async function doOrAsk<W>(
  desk: Desk,
  guarded: Guarded<W>,
  { gives, ...wanted }: Wanted<W>,
): Promise<Answer> {
  const { kind } = guarded
  const by = { actor: await desk.actor(), requestId: desk.requestId }
  // Who furnishes an empty house is alone with it.
  if (!(await hasMembers(desk.db))) return guarded.run(desk, wanted.what)
  const settings = await readSettings(desk.db)
  const limited = gives && gives.map((money) => ({ money, aloneMax: aloneMaxOf(settings, money) }))
  const said = await say(desk, { ...wanted, ...by, kind, gives: limited })
  if (!said.mayBeDone) return tellWaiting(said)
  return orRefused(desk, said.ids, () => guarded.run(desk, wanted.what))
}

/** What is refused has moved nothing, so it does not count as given. */
async function orRefused<T>(
  { db }: Desk,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorRefused) await setRefused(db, ids)
    throw error
  }
}

function aloneMaxOf(settings: Settings, { currency }: Money): Money {
  if (currency === 'COIN') return { amount: 0n, currency }
  return moneyFromText(settings[`credit.aloneDayMax.${currency}`], currency)!
}

function tellWaiting({ asked, others }: Extract<Said, { mayBeDone: false }>): Answer {
  const { id, words } = asked
  const confirming = `kapao confirm yes ${id}`
  const after = new Date(asked.askedAt.getTime() + waitMs)
  const waits =
    others.length === 0
      ? `The house has no second person: say ${confirming} after ${textOfTime(after)}.`
      : `It waits for ${others.map(nameOf).join(' or ')}: ${confirming}`
  const text = `Nothing is done yet: ${words}\n${waits}`
  const json = { state: 'waits', asked: id, words, others, after: others.length ? null : after }
  return { text, json }
}

export function nameOf(operator: string): string {
  return operator.replace(/^operator:/, '')
}

/** What a decision is against, for whoever is to confirm it. */
export function butOf(against: string | null): string {
  return against === null ? '' : ` (but ${against})`
}
