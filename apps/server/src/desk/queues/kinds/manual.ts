import { dayMs } from '@kapao/contract/times'
import { findLastAct } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed, wrongField } from '#core/console/work/fields.ts'
import { isUuid } from '#core/console/work/item-id.ts'
import type {
  Decision,
  DecisionFields,
  Offer,
  Queue,
  PendingWork,
  WorkDetails,
} from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { confirmingKind, decideRequest } from '#money/deposits/confirm.ts'
import { listRequestPage } from '#money/deposits/desk-store.ts'
import type { DepositDeskDeps } from '#money/deposits/desk.ts'
import { bookedPanel, payerPanel } from '#money/deposits/panels.ts'
import { refuseRequest, requestLifetimeMs } from '#money/deposits/end.ts'
import { lineChoice, listLines } from '#money/deposits/lines.ts'
import { decideMatch } from '#money/deposits/match.ts'
import { findRequest, type Request } from '#money/deposits/request-store.ts'
import type { Deposit } from '#money/deposits/store.ts'
import { findMember } from '#records/account/store.ts'
import { transferReference } from '#outside/arrival.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'

/** Deposits that members have announced, and that were not seen at the bank yet. */
export function manualQueue(deps: DepositDeskDeps): Queue {
  return {
    kind: 'manual',
    asksAbout: (id) => [{ kind: confirmingKind, subject: id }],
    list: async (on, page) => (await listRequestPage(on, page)).map(waitingOf),
    read: async (on, id) => {
      const found = isUuid(id) ? await findRequest(on, id) : null
      return found && read(deps, on, found)
    },
    decide: (decision) => decide(deps, decision),
  }
}

function waitingOf({ id, createdAt, memberId, amount, currency }: Request): PendingWork {
  const money = { amount, currency }
  return { id, since: createdAt, memberId, money, why: { code: 'announced', detail: null } }
}

async function read(deps: DepositDeskDeps, on: Queryable, found: Request): Promise<WorkDetails> {
  const isOpen = found.state === 'open'
  const lines = isOpen ? await linesOf(on, found) : []
  const taken = lines.filter(({ state }) => state !== 'suspended')
  const panels = await Promise.all(
    taken.map(async (one) => [await bookedPanel(on, one, null), payerPanel(one)]),
  )
  return {
    waiting: waitingOf(found),
    panels: [
      await requestPanel(on, found),
      ...panels.flat().filter((panel) => panel.facts.length > 0),
    ],
    candidates: [],
    offers: isOpen ? await offersOf(deps, found, lines) : [],
    decided: isOpen ? null : await decidedOf(on, found),
  }
}

/** A member may announce what was paid some hours before. */
function linesOf(on: Queryable, { amount, currency, createdAt }: Request): Promise<Deposit[]> {
  return listLines(on, { amount, currency, since: new Date(createdAt.getTime() - dayMs) })
}

/** What waits is chosen among; only what no bank has reported is typed. */
async function offersOf(
  { listOwnParties }: DepositDeskDeps,
  { amount, currency }: Request,
  lines: readonly Deposit[],
): Promise<Offer[]> {
  const waiting = lines.filter(({ state }) => state === 'suspended')
  const parties = await listOwnParties(currency)
  const [party, ...others] = parties
  const credits = { effect: 'credits-announcer', gives: [{ amount, currency }] } as const
  const match: Offer = {
    ...credits,
    name: 'match',
    fields: ['line', 'why'],
    choices: waiting.map(lineChoice),
  }
  return [
    ...(waiting.length > 0 ? [match] : []),
    {
      ...credits,
      name: 'confirm',
      fields: ['reference', 'party', 'paidAt'],
      choices: parties.map((value) => ({ field: 'party', value, facts: [] })),
      ...(party && others.length === 0 && { prefill: { party } }),
    },
    { name: 'refuse', effect: 'ends-request', fields: ['why'] },
  ]
}

/** Beside the account that the member pays from, which tells one payer of the sum from another. */
async function requestPanel(on: Queryable, one: Request) {
  const member = await findMember(on, one.memberId)
  return facts.panelOf(
    'request',
    facts.member('member', one.memberId),
    facts.text('bank', member?.bankCode),
    facts.account('account', member?.bankAccountNo),
    facts.personName('accountName', member?.bankAccountName),
    facts.money('amount', one),
    facts.time('announcedAt', one.createdAt),
    facts.time('endsAt', one.state === 'open' ? endsAtOf(one) : null),
    facts.yesNo('isReserved', one.isReserved),
    facts.code('state', one.state),
    facts.text('deposit', one.deposit),
    one.state === 'expired' ? null : facts.quote('why', one.why),
  )
}

const endsAtOf = ({ createdAt }: Request) => new Date(createdAt.getTime() + requestLifetimeMs)

const outcomes = {
  'deposits.credit': 'confirm',
  'deposits.suspend': 'confirm',
  'deposits.release': 'match',
  'deposits.claim': 'match',
  'deposits.refuse': 'refuse',
} as const

async function decidedOf(on: Queryable, { id, deposit, createdAt }: Request) {
  const isRefusal = (action: string) => action === 'deposits.refuse'
  const actions = Object.keys(outcomes).filter((one) => isRefusal(one) === (deposit === null))
  const act = await findLastAct(on, { subject: deposit ?? id, actions })
  const movements = deposit === null ? [] : [deposit]
  if (!act) return endedByItself(createdAt, movements)
  return decidedBy(act, outcomes[act.action as keyof typeof outcomes], movements)
}

async function decide(deps: DepositDeskDeps, decision: Decision): Promise<DecisionResult<unknown>> {
  const { id, fields, actor, requestId } = decision
  if (decision.decision === 'confirm')
    return decideRequest(deps, { id, ...evidenceOf(fields), actor, requestId })
  const note = needed(fields, 'why')
  if (decision.decision === 'match') return matchLine(deps, decision, note)
  return { state: 'done', value: await refuseRequest(deps, { id, note, actor, requestId }) }
}

/** Money that waits is the announced one: it is matched to the member, as any money in suspense is, which ends the request. */
async function matchLine(
  deps: DepositDeskDeps,
  { id, fields, actor, requestId }: Decision,
  note: string,
): Promise<DecisionResult<unknown>> {
  const request = (await findRequest(deps.db, id))!
  const line = (await linesOf(deps.db, request)).find((one) => one.id === fields.line)
  if (request.state !== 'open' || line?.state !== 'suspended') wrongField('line')
  const { memberId } = request
  return decideMatch(deps, { id: line.id, memberId, note, actor, requestId })
}

/** As typed: the sending bank with its own reference, our account, and when it came. */
export type TransferForm = { reference: string; party: string; paidAt: string }

/** The transfer that somebody has seen at the bank; null for the first field that is wrong. */
function readEvidence(
  typed: TransferForm,
): { reference: string; party: string; paidAt: Date } | keyof TransferForm {
  const [bank, reference] = /^([A-Za-z0-9]+):(.{4,64})$/.exec(typed.reference)?.slice(1) ?? []
  const code = bankCodeOf(bank)
  const { party } = typed
  const paidAt = new Date(typed.paidAt)
  if (!code || !reference) return 'reference'
  if (!/^[A-Z0-9]{2,12}:\d{6,20}$/.test(party)) return 'party'
  if (Number.isNaN(paidAt.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(typed.paidAt)) return 'paidAt'
  return { reference: transferReference(code, reference), party, paidAt }
}

function evidenceOf(fields: DecisionFields) {
  const { reference = '', party = '', paidAt = '' } = fields
  const read = readEvidence({ reference, party, paidAt })
  return typeof read === 'string' ? wrongField(read) : read
}
