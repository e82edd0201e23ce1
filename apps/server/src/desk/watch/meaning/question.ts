import { currencies, decimalsOf } from '@kapao/contract/money'
import type { ItemHold } from '#records/items/store.ts'

/**
 * A check of the meaning of movements after $1 up to $2; its findings are for staff to look at and accuse no member.
 * The columns are key, memberId, otherId, words and evidence.
 */
export type MeaningQuestion = {
  /** Also the kind of its items. */
  name: `meaning.${string}`
  /** The minimum age of a checked movement, since its evidence may come later. */
  afterMs: number
  /** What its members wait for until staff have decided; most checks hold nothing. */
  holds?: readonly ItemHold[]
  sql: string
}

export type MeaningFinding = {
  key: string
  memberId: string | null
  otherId: string | null
  words: string
  evidence: Record<string, unknown>
}

const textIn = (amount: string, places: number): string =>
  places === 0
    ? `(${amount})::bigint::text`
    : `((${amount}) / ${10 ** places}.0)::numeric(20, ${places})::text`

/** SQL of an amount's decimal text, as `textOfMoney` writes it; both are SQL of a value. */
export function textOfAmount(amount: string, currency: string): string {
  const cases = currencies.map((one) => `when '${one}' then ${textIn(amount, decimalsOf[one])}`)
  return `case (${currency})::text ${cases.join(' ')} end`
}
