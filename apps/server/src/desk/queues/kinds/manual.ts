import { findLastAct } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed, wrongField } from '#core/console/work/fields.ts'
import { isUuid } from '#core/console/work/item-id.ts'
import type {
  Decision,
  DecisionFields,
  Queue,
  PendingWork,
  WorkDetails,
} from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { confirmingKind, decideRequest } from '#money/deposits/confirm.ts'
import { listAlike, listRequestPage } from '#money/deposits/desk-store.ts'
import { bookedPanel, payerPanel, type DepositDeskDeps } from '#money/deposits/desk.ts'
import { refuseRequest } from '#money/deposits/end.ts'
import { findRequest, type Request } from '#money/deposits/request-store.ts'
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
      return found && read(on, found)
    },
    decide: (decision) => decide(deps, decision),
  }
}

function waitingOf({ id, createdAt, memberId, amount, currency }: Request): PendingWork {
  const money = { amount, currency }
  return { id, since: createdAt, memberId, money, why: { code: 'announced', detail: null } }
}

async function read(on: Queryable, found: Request): Promise<WorkDetails> {
  const isOpen = found.state === 'open'
  const { amount, currency, createdAt: since } = found
  // Money in suspense of the same sum may be what was announced: then it is matched there, not confirmed here.
  const alike = isOpen ? await listAlike(on, { amount, currency, since }) : []
  const panels = await Promise.all(
    alike.map(async (one) => [await bookedPanel(on, one, null), payerPanel(one)]),
  )
  const gives = [{ amount, currency }]
  return {
    waiting: waitingOf(found),
    panels: [requestPanel(found), ...panels.flat().filter((panel) => panel.facts.length > 0)],
    candidates: [],
    offers: isOpen
      ? [
          {
            name: 'confirm',
            effect: 'credits-member',
            fields: ['reference', 'party', 'paidAt'],
            gives,
          },
          { name: 'refuse', effect: 'ends-request', fields: ['why'] },
        ]
      : [],
    decided: isOpen ? null : await decidedOf(on, found),
  }
}

function requestPanel(one: Request) {
  return facts.panelOf(
    'request',
    facts.member('member', one.memberId),
    facts.money('amount', one),
    facts.time('announcedAt', one.createdAt),
    facts.yesNo('isReserved', one.isReserved),
    facts.code('state', one.state),
    facts.text('deposit', one.deposit),
    one.state === 'expired' ? null : facts.quote('why', one.why),
  )
}

async function decidedOf(on: Queryable, { id, deposit, createdAt }: Request) {
  const subject = deposit ?? id
  const actions = deposit ? ['deposits.credit', 'deposits.suspend'] : ['deposits.refuse']
  const act = await findLastAct(on, { subject, actions })
  const movements = deposit === null ? [] : [deposit]
  if (!act) return endedByItself(createdAt, movements)
  return decidedBy(act, deposit ? 'confirm' : 'refuse', movements)
}

async function decide(deps: DepositDeskDeps, decision: Decision): Promise<DecisionResult<unknown>> {
  const { id, fields, actor, requestId } = decision
  if (decision.decision === 'confirm')
    return decideRequest(deps, { id, ...evidenceOf(fields), actor, requestId })
  const note = needed(fields, 'why')
  return { state: 'done', value: await refuseRequest(deps, { id, note, actor, requestId }) }
}

/** As typed: the sending bank with its own reference, our account, and when it came. */
export type TransferForm = { reference: string; party: string; paidAt: string }

/** The transfer that somebody has seen at the bank; null for the first field that is wrong. */
export function readEvidence(
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
