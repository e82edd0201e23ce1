import {
  valueCodes,
  type FactName,
  type PanelName,
  type ValueCode,
} from '@kapao/contract/console/facts'
import type { Vocabulary } from '@kapao/contract/console/vocabularies'
import type { WorkKind } from '@kapao/contract/console/words'
import type { Fact, Panel, Step, WorkRow } from '@kapao/contract/console/work'
import { sumOf } from '@kapao/contract/console/fields'
import type { Money } from '@kapao/contract/money'
import { nameOf } from '../../audit/actor.ts'
import { maskBeside, maskName, maskNumber } from './masks.ts'

type Value = Fact['value']
type Some<T> = T | null | undefined
type Detail = WorkRow['why']['detail']

/** Facts that are not known are left out. */
function factOf<T>(name: FactName, known: Some<T>, valueOf: (known: T) => Value): Fact | null {
  return known === null || known === undefined ? null : { name, value: valueOf(known) }
}

/** A number, a reference or a code; for names there is `name`, for sentences `quote` and `technical`. */
export const text = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known || null, (said) => ({ form: 'text', text: said }))

/** What our books or an outside system call a thing, such as `house` or `wheel:lucky`. */
export const name = (of: FactName, known: Some<string>): Fact | null =>
  factOf(of, known || null, (said) => ({ form: 'name', text: said }))

/** What a person or a bank wrote. */
export const quote = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known || null, (said) => ({ form: 'quote', text: said }))

/** What a machine said, in English. */
export const technical = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known || null, (said) => ({ form: 'technical', text: said }))

export const quoted = (known: Some<string>): Detail =>
  known ? { form: 'quote', text: known } : null

export const technically = (known: Some<string>): Detail =>
  known ? { form: 'technical', text: known } : null

/** Its name, if that says enough beside the sentence. */
export const named = (known: Some<string>): Detail => (known ? { form: 'name', text: known } : null)

type Payer = { payerBank: string | null; payerAccount: string | null; payerName: string | null }

/** Who has paid, as far as a row may show: payments of one sum differ by that. */
export function paidBy({ payerBank, payerAccount, payerName }: Payer): Detail {
  const account = payerAccount && maskNumber(payerAccount)
  const from = [payerBank, account].filter(Boolean).join(' ')
  return named([payerName && maskName(payerName), from].filter(Boolean).join(' · '))
}

/** A code of a list that the page has words for. */
export const word = (of: Vocabulary, name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known || null, (said) => ({ form: 'word', of, code: said }))

/** What an outsider calls it: a code where it is one of ours, as it was said otherwise. */
export const codeOrTechnical = (name: FactName, known: Some<string>): Fact | null => {
  const own = valueCodes.find((one) => one === known)
  return own ? code(name, own) : technical(name, known)
}

/** A value as it is kept, or one part of it. */
export const data = (name: FactName, known: unknown, path?: Step[]): Fact | null =>
  known === null || known === undefined ? null : part(name, known, path)

/** The same, also of what is kept as nothing. */
export const part = (name: FactName, kept: unknown, path?: Step[]): Fact => ({
  name,
  ...(path && { path }),
  value: { form: 'data', json: JSON.stringify(kept) },
})

export const code = (name: FactName, known: Some<ValueCode>): Fact | null =>
  factOf(name, known, (said) => ({ form: 'code', code: said }))

export const yesNo = (name: FactName, known: Some<boolean>): Fact | null =>
  code(name, known === null || known === undefined ? null : known ? 'yes' : 'no')

export const money = (name: FactName, known: Some<Money>): Fact | null =>
  factOf(name, known, (sum) => ({ form: 'sum', sum: sumOf(sum) }))

export const time = (name: FactName, known: Some<Date>): Fact | null =>
  factOf(name, known, (at) => ({ form: 'time', at: at.toISOString() }))

/** The name is filled in where the item is put together: a room knows members by their ids. */
export const member = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known, (memberId) => ({ form: 'member', memberId, name: '' }))

export const operator = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known, (actor) => ({ form: 'operator', name: nameOf(actor) }))

export const count = (name: FactName, known: Some<number>): Fact | null =>
  factOf(name, known, (many) => ({ form: 'count', count: many }))

export const picture = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known, (address) => ({ form: 'picture', address }))

export const movement = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known, (id) => ({ form: 'movement', id }))

/** Another item, open or ended, which its page shows whole. */
export const item = (name: FactName, kind: WorkKind, id: string): Fact => ({
  name,
  value: { form: 'item', kind, id },
})

/** An account or a phone: the last digits are enough to compare it. */
export const account = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known || null, (number) => ({ form: 'masked', text: maskNumber(number) }))

/** The same, beside the account that it is said to be; what contradicts is odd. */
export const accountBeside = (
  of: FactName,
  known: Some<string>,
  own: string | null,
): Fact | null => {
  if (!known || own === null) return account(of, known)
  const { text: masked, odd: places } = maskBeside(known, own)
  const fact: Fact = { name: of, value: { form: 'masked', text: masked, odd: places } }
  return places.length === 0 ? fact : odd(fact)
}

export const personName = (name: FactName, known: Some<string>): Fact | null =>
  factOf(name, known || null, (said) => ({ form: 'masked', text: maskName(said) }))

/** It contradicts another fact of the item. */
export const odd = (fact: Fact | null): Fact | null => fact && { ...fact, isOdd: true }

export function panelOf(name: PanelName, ...facts: readonly (Fact | null)[]): Panel {
  return { name, facts: facts.filter((one) => one !== null) }
}
