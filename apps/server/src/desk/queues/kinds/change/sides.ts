import type { Fact, Step } from '@kapao/contract/console/work'
import { walletCurrencies } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { partsOf, shownOf, type Json } from '#core/console/work/differences.ts'
import * as facts from '#core/console/work/facts.ts'
import type { Queryable } from '#core/db/db.ts'
import type { AskedTime } from '#desk/decisions/settings/plans.ts'

/** What there is, and what there would be: side by side for the operator who confirms. */
export type Change = { before: (Fact | null)[]; after: (Fact | null)[] }

/** Reads it from the request; null where there is nothing any more that it is about. */
export type ReadChange<W> = (on: Queryable, what: W) => Promise<Change | null>

/**
 * Every part of two values as they are kept, before and after, those that are the same as well. `unit` is the last word
 * of what a value is called, where that is a currency.
 */
export function changeOf(before: unknown, after: unknown, unit = ''): Change {
  const change: Change = { before: [], after: [] }
  for (const part of partsOf(before, after)) {
    const { path } = part
    const shown = shownOf(part)
    const asSum = isSums(part, unit) ? unitOf(path, unit) : null
    const factOf = (side: Json | undefined) =>
      side === undefined ? null : factOfPart(path, { side, currency: asSum })
    change.before.push(factOf(shown.before))
    change.after.push(factOf(shown.after))
  }
  return change
}

/** Of what is done at a moment: when it begins, and when it ends by itself, before what it changes. */
export function timedChange({ before, after }: Change, { plan }: AskedTime): Change {
  if (!plan) return { before, after }
  const timeOf = (name: 'plannedFrom' | 'plannedUntil', at: string | null) =>
    facts.time(name, at === null ? null : new Date(at))
  const times = [timeOf('plannedFrom', plan.beginsAt), timeOf('plannedUntil', plan.endsAt)]
  return { before, after: [...times, ...after] }
}

type Currency = (typeof walletCurrencies)[number]

function unitOf(path: readonly Step[], unit: string): Currency | null {
  const last = path.at(-1)
  const name = last && 'key' in last ? last.key : unit
  const word = name.split('.').at(-1)
  return walletCurrencies.find((one) => one === word) ?? null
}

/** Amounts of a currency; what differs only in how it is written is shown as it is written. */
function isSums(
  { path, before, after }: ReturnType<typeof partsOf>[number],
  unit: string,
): boolean {
  const currency = unitOf(path, unit)
  if (currency === null) return false
  const amounts = [before, after].map((side) =>
    typeof side === 'string' ? (moneyFromText(side, currency)?.amount ?? null) : null,
  )
  if (amounts.every((amount) => amount === null)) return false
  return before === after || amounts[0] !== amounts[1]
}

function factOfPart(
  path: Step[],
  { side, currency }: { side: Json; currency: Currency | null },
): Fact {
  const money = currency !== null && typeof side === 'string' ? moneyFromText(side, currency) : null
  const sum = money && facts.money('value', money)
  return sum ? { ...sum, path } : facts.part('value', side, path)
}
