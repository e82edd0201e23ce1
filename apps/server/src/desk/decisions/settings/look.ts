import type { RefusalReason } from '@kapao/contract/console/reasons'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import { sumOf, type Sum } from '@kapao/contract/console/fields'
import { partsOfName } from '@kapao/contract/console/settings'
import { walletCurrencies } from '@kapao/contract/limits'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { guardRefusal } from '#core/audit/guards.ts'
import { waitsForNobody, waitsOf, type Confirmers } from '#core/console/work/waits.ts'
import { rehearsing } from '#core/db/connections/dry-run.ts'
import { OperatorRefused } from '#core/refused.ts'
import { ValueRefused } from '#settings/check.ts'
import type { SettingName } from '#settings/registry.ts'
import { openDecide, openPreview } from '../decide.ts'
import type { DeskParts } from '../guarded/guarded.ts'
import { decideSettings, type SetRequest } from '../settings.ts'

export type Look = Confirmers & {
  state: 'same' | 'done' | 'waits' | 'refused'
  problems: ValueProblem[]
  why: RefusalReason | null
  sentence: string | null
}

const nothing = { ...waitsForNobody, problems: [], why: null, sentence: null }

/** What a set would come to: the decision itself. */
export function lookAt(desk: DeskParts, wish: SetRequest): Promise<Look> {
  return foretell(desk, (rehearsal) => decideSettings(rehearsal, wish))
}

type ChangeResult = { changed: boolean }
type Rehearsal = DeskParts & { decide: Decide }

/** What a decision would come to, made on a database that keeps nothing of it. */
export async function foretell(
  desk: DeskParts,
  decision: (rehearsal: Rehearsal) => Promise<DecisionResult<readonly ChangeResult[]>>,
): Promise<Look> {
  const rehearsal = { ...desk, db: rehearsing(desk.db) }
  try {
    const said = await decision({ ...rehearsal, decide: openDecide(rehearsal) })
    if (said.state === 'waits') return { ...nothing, state: 'waits', ...waitsOf(said) }
    return { ...nothing, state: said.value.some(isChanged) ? 'done' : 'same' }
  } catch (error) {
    if (error instanceof ValueRefused)
      return { ...nothing, state: 'refused', sentence: error.message, problems: error.problems }
    const refused = error instanceof OperatorRefused ? error : guardRefusal(error)
    if (!refused) throw error
    return { ...nothing, state: 'refused', why: refused.why, sentence: refused.message }
  }
}

const isChanged = ({ changed }: ChangeResult): boolean => changed

/** An act of each kind that counts towards such a limit. */
const countedBy: Record<string, string> = {
  'credit.aloneDayMax': 'deposits match',
  'rewards.aloneDayMax': 'bonus define',
}

type Alone = { given: Sum; max: Sum }

/** What single operators have given of the first of these that is a day's limit, and may; null where none is. */
export async function aloneOf(
  desk: DeskParts,
  { names, actor }: { names: readonly SettingName[]; actor: Actor },
): Promise<Alone | null> {
  for (const name of names) {
    const alone = await aloneOfOne(desk, name, actor)
    if (alone) return alone
  }
  return null
}

async function aloneOfOne(desk: DeskParts, name: SettingName, actor: Actor): Promise<Alone | null> {
  const { word, of } = partsOfName(name)!
  const kind = countedBy[word]
  const currency = walletCurrencies.find((one) => one === of)
  if (kind === undefined || currency === undefined) return null
  const gives = [{ amount: 0n, currency }]
  const { alone } = await openPreview(desk)({ kind, subject: name, actor, gives })
  return alone && { given: sumOf(alone.given), max: sumOf(alone.max) }
}
