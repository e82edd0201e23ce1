import type { FieldChoice } from '@kapao/contract/console/work'
import type { Money } from '@kapao/contract/money'
import * as facts from '#core/console/work/facts.ts'
import type { Queryable } from '#core/db/db.ts'
import { payerFacts, sentFacts, stateCodeOf } from './panels.ts'
import { depositColumns, type Deposit } from './store.ts'

const linesMax = 10

/** Transfers of this sum to accounts of ours since an instant, what waits for its owner first, then the newest. */
export function listLines(
  on: Queryable,
  { amount, currency, since }: Money & { since: Date },
): Promise<Deposit[]> {
  return on.query<Deposit>(
    `select ${depositColumns} from deposits_deposit
     where amount = $1 and currency = $2 and house_kind = 'bank' and created_at >= $3
     order by (state = 'suspended') desc, created_at desc, id limit ${linesMax}`,
    [amount, currency, since],
  )
}

/** A transfer as its bank reports it: enough to tell it from another one of the same sum. */
export function lineChoice(one: Deposit): FieldChoice {
  const { facts: shown } = facts.panelOf(
    'booked',
    facts.money('amount', one),
    facts.time('paidAt', one.paidAt),
    facts.account('cameTo', one.houseParty),
    facts.code('channel', one.firstChannel),
    facts.code('state', stateCodeOf(one)),
    ...sentFacts(one),
    ...payerFacts(one),
  )
  return { field: 'line', value: one.id, facts: shown }
}
