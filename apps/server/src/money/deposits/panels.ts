import type { ValueCode } from '@kapao/contract/console/facts'
import type { Fact, Panel } from '@kapao/contract/console/work'
import * as facts from '#core/console/work/facts.ts'
import type { Queryable } from '#core/db/db.ts'
import { listReferences, type DepositReport } from './report-store.ts'
import { isToSend } from './send-back.ts'
import type { Deposit } from './store.ts'

/** A deposit that rests on a message which no second source has shown. */
export type UnprovenReport = {
  id: string
  reportedAt: Date
  memberId: string | null
  deniedAt: Date | null
}

/** What has become of it, as operators read it. */
export function stateCodeOf(one: Deposit): ValueCode {
  if (isToSend(one)) return 'to-send-back'
  return one.sentReference === null ? stateCodes[one.state] : 'sent-back'
}

const stateCodes: Record<Deposit['state'], ValueCode> = {
  credited: 'credited',
  suspended: 'suspended',
  refused: 'refused',
  returned: 'given-back',
  taken: 'taken',
}

/** What our books hold, for every kind of item that is about a deposit. */
export async function bookedPanel(
  on: Queryable,
  one: Deposit,
  unproven: UnprovenReport | null,
): Promise<Panel> {
  return facts.panelOf(
    'booked',
    facts.money('amount', one),
    facts.code('state', stateCodeOf(one)),
    ...sentFacts(one),
    facts.member('member', one.memberId),
    facts.account('cameTo', one.houseParty),
    facts.code('channel', one.firstChannel),
    facts.time('paidAt', one.paidAt),
    facts.time('since', one.createdAt),
    facts.time('reportedAt', unproven?.reportedAt),
    facts.odd(facts.time('deniedAt', unproven?.deniedAt)),
    ...(await listReferences(on, one.id)).map((reference) => facts.text('reference', reference)),
    facts.quote('note', one.note),
    one.state === 'credited' ? facts.movement('movement', one.id) : null,
  )
}

/** Under which reference it was sent back, and by whom. */
export function sentFacts({ sentReference, sentBy }: Deposit): (Fact | null)[] {
  if (sentReference === null) return []
  return [facts.text('sentReference', sentReference), facts.operator('sentBy', sentBy)]
}

type NamedPayer = Pick<Deposit, 'payerBank' | 'payerAccount' | 'payerName'>

export function payerPanel(one: NamedPayer): Panel {
  return facts.panelOf('payer', ...payerFacts(one))
}

export function payerFacts({ payerBank, payerAccount, payerName }: NamedPayer): (Fact | null)[] {
  return [
    facts.text('payerBank', payerBank),
    facts.account('payerAccount', payerAccount),
    facts.personName('payerName', payerName),
  ]
}

/**
 * One report of the transfer, and whom it names; where it says something else than what was booked, that is odd.
 */
export function reportPanel(
  booked: Deposit,
  seen: DepositReport,
  payer: readonly (Fact | null)[] = payerFacts(seen),
): Panel {
  const isOther = seen.amount !== booked.amount || seen.currency !== booked.currency
  const sum = facts.money('amount', seen)
  return facts.panelOf(
    'report',
    facts.code('channel', seen.channel),
    isOther ? facts.odd(sum) : sum,
    facts.time('paidAt', seen.paidAt),
    ...payer,
    facts.time('reportedAt', seen.createdAt),
    facts.name('event', seen.eventId),
    seen.differs ? facts.odd(facts.code('differsIn', 'money')) : null,
    seen.isOtherPayer ? facts.odd(facts.code('differsIn', 'payer')) : null,
  )
}
