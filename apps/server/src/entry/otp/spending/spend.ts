import type { RefusalCode } from '@kapao/contract/refusals'
import type { Queryable, Tx } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { addToBuckets, readUsed, takeFromBuckets } from './bucket-store.ts'
import {
  choose,
  waysOf,
  type Asker,
  type Limit,
  type Plan,
  type SmsSettings,
  type Way,
} from './budgets.ts'

export type MessageCost = {
  settings: SmsSettings
  asker: Asker
  hasProof: boolean
  at: Date
  /** Stores the message; returns false when its puzzle has been used before. */
  write: (needsProof: boolean) => Promise<boolean>
}

type SpendingView = { ways: Way[]; plan: Plan }

/** Plans what would happen now. Takes no locks, so that refused requests of a flood cost reads only. */
export async function planSpending(
  on: Queryable,
  { settings, asker, hasProof, at }: Omit<MessageCost, 'write'>,
): Promise<SpendingView> {
  const ways = waysOf(settings, asker)
  const all = new Map(ways.flatMap(({ limits }) => limits).map((limit) => [limit.scope, limit]))
  const used = await readUsed(on, [...all.values()], at)
  return { ways, plan: choose(ways, used, hasProof) }
}

/**
 * Counts one message by the first way that has room and returns the scopes, or refuses. Counting locks rows that all
 * callers share, so it comes last before the commit.
 */
export async function spend(tx: Tx, spending: MessageCost): Promise<string[]> {
  const { hasProof, at, write } = spending
  const { ways, plan } = await planSpending(tx, spending)
  if ('refusal' in plan) throw new Refused(plan.refusal)
  const { needsProof, limits } = plan.way
  if (!(await write(needsProof))) throw new Refused('PROOF_REQUIRED')
  const counted = await addToBuckets(tx, limits, at)
  // Others may have taken the last since the look; the refusal rolls everything back.
  if (limits.some((limit) => isOver(limit, counted)))
    throw new Refused(refusalAfter(ways, counted, hasProof))
  return limits.map(({ scope }) => scope)
}

/** Tolerance for rounding: the look and the count compute the same drain differently. */
const slack = 1e-6

function isOver({ scope, max }: Limit, used: ReadonlyMap<string, number>): boolean {
  return (used.get(scope) ?? 0) > max + slack
}

/** The refusal a moment later would give; where another way is open by then, the caller is asked to try again. */
function refusalAfter(
  ways: readonly Way[],
  counted: ReadonlyMap<string, number>,
  hasProof: boolean,
): RefusalCode {
  const withoutThis = new Map([...counted].map(([scope, used]) => [scope, used - 1]))
  const plan = choose(ways, withoutThis, hasProof)
  return 'refusal' in plan ? plan.refusal : 'SERVICE_BUSY'
}

const paid = /^(?:day|minute):/

/** For a message that certainly was not sent: it is returned to the budget, but not to the network and the range. */
export function returnToBudgets(on: Queryable, scopes: readonly string[]): Promise<void> {
  return takeFromBuckets(
    on,
    scopes.filter((scope) => paid.test(scope)),
  )
}
