import type { CannedAnswer } from '@kapao/contract/console/inbox'
import type { Language } from '@kapao/contract/limits'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { changeSettings } from '#settings/change.ts'
import { listSettings } from '#settings/list.ts'

/** The facts of a member that a canned answer may name, as words in the language of the talk. */
export type CannedFacts = Partial<
  Record<'name' | 'balance' | 'withdrawable' | 'withdrawal', string>
>

const place = /\{(name|balance|withdrawable|withdrawal)\}/g

/** Fills in what is known; a fact that there is none of is left for the operator to see. */
export function fillCanned(
  { text }: Pick<CannedAnswer, 'text'>,
  language: Language,
  facts: CannedFacts,
): string {
  return text[language].replaceAll(place, (whole, name: keyof CannedFacts) => facts[name] ?? whole)
}

const name = 'chat.canned'

/** The canned answers are a setting, the same for every desk. */
export async function readCanned(db: Db): Promise<{ canned: CannedAnswer[]; version: number }> {
  const found = (await listSettings(db)).find((one) => one.name === name)!
  return { canned: found.value as CannedAnswer[], version: found.version }
}

type Change = { canned: readonly CannedAnswer[]; version: number; actor: Actor; requestId: string }

/** Whether a text leads somewhere that it did not lead before. */
export type LeadsAway = (before: unknown, after: unknown) => boolean

/**
 * Refused if another operator has changed them in the meantime, and where an answer would lead members elsewhere: that
 * waits for a second person, as a change of the setting.
 */
export async function saveCanned(
  deps: { db: Db; clock: Clock; leadsAway: LeadsAway },
  { canned, version: expectedVersion, ...by }: Change,
): Promise<void> {
  const before = await readCanned(deps.db)
  if (before.version === expectedVersion && deps.leadsAway(before.canned, canned))
    throw new OperatorRefused(
      'An answer would have an address, a phone or an account that was not there before. Set chat.canned instead: that waits for a second person.',
      'leads-away',
    )
  const changes = [{ name, to: { value: canned }, expectedVersion }] as const
  await changeSettings(deps, { ...by, changes })
}
