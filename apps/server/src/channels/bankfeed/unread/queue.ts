import type { FieldChoice } from '@kapao/contract/console/work'
import { walletCurrencies } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { dayMs } from '@kapao/contract/times'
import { findLastAct } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { decidedBy } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed, wrongField } from '#core/console/work/fields.ts'
import { itemId, partsOfId } from '#core/console/work/item-id.ts'
import {
  byWords,
  type Decision,
  type Offer,
  type Queue,
  type PendingWork,
  type WorkDetails,
} from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { lineChoice, listLines } from '#money/deposits/lines.ts'
import type { Deposit } from '#money/deposits/store.ts'
import { hintsIn, type MessageHints } from '#outside/bank/hints.ts'
import { findUnread, listUnreadPage, type FullUnread } from '../desk-store.ts'
import { listOwnAccounts, type OwnAccount } from '../own-accounts.ts'
import { bookUnread, closeUnread, type BookDeps } from './book.ts'

/** Messages of a bank that could not be parsed: money may have come with them. */
export function unreadQueue(deps: BookDeps): Queue {
  return {
    kind: 'unread',
    list: async (on, page) => (await listUnreadPage(on, byWords(page))).map(waitingOf),
    read: async (on, id) => {
      const found = await findByItem(on, id)
      return found && read(deps, on, found)
    },
    decide: (decision) => decide(deps, decision),
    // What was booked is booked once more without effect, should the message not have been closed.
    findMade: async (on, { id }) =>
      (await findByItem(on, id))?.seenAt ? { state: 'done', value: null } : null,
  }
}

async function findByItem(on: Queryable, id: string): Promise<FullUnread | null> {
  const [source, eventId] = partsOfId(id) ?? []
  const isKnown = source === 'bank' || source === 'sms'
  return isKnown && eventId ? findUnread(on, { source, eventId }) : null
}

function waitingOf(found: FullUnread): PendingWork {
  const { source, eventId, receivedAt } = found
  return {
    id: itemId(source, eventId),
    since: receivedAt,
    memberId: null,
    money: null,
    why: { code: 'unread', detail: facts.quoted(beginningOf(hintsIn(found).line)) },
  }
}

const rowLetters = 160

/** Rows of messages differ by what these say; a long one is read in its item. */
function beginningOf(line: string): string {
  return line.length > rowLetters ? `${line.slice(0, rowLetters)}…` : line
}

async function read(deps: BookDeps, on: Queryable, found: FullUnread): Promise<WorkDetails> {
  const hints = hintsIn(found)
  return {
    waiting: waitingOf(found),
    panels: [panelOf(found, hints)],
    candidates: [],
    offers: found.seenAt === null ? await offersOf(deps, on, { found, hints }) : [],
    decided: await decidedOf(on, found),
  }
}

function panelOf({ source, eventId, why, receivedAt }: FullUnread, { bank, line }: MessageHints) {
  return facts.panelOf(
    'message',
    facts.code('source', source),
    facts.text('bank', bank),
    facts.name('event', eventId),
    facts.time('receivedAt', receivedAt),
    facts.quote('text', line),
    facts.technical('why', why),
  )
}

type Message = { found: FullUnread; hints: MessageHints }

async function offersOf(deps: BookDeps, on: Queryable, message: Message): Promise<Offer[]> {
  const { found, hints } = message
  const accounts = await listOwnAccounts(deps.readSettings)
  const [amount] = hints.amounts
  if (amount === undefined) return [{ name: 'seen', effect: 'leaves-list', fields: [] }]
  const likely = likelyAccounts(accounts, hints)
  const party = likely.length === 1 ? likely[0]!.party : undefined
  const lines = await linesOf(on, message)
  const paidAt = (hints.paidAt ?? found.receivedAt).toISOString()
  return [
    {
      name: 'book',
      effect: 'waits-for-owner',
      fields: ['party', 'amount', 'paidAt'],
      choices: accounts.map((one) => ({ field: 'party', value: one.party, facts: [] })),
      prefill: { ...(party && { party }), amount, paidAt },
    },
    ...(lines.length > 0 ? [knownOffer(lines.map(lineChoice))] : []),
    { name: 'seen', effect: 'leaves-list-with-money', fields: ['why'] },
  ]
}

function knownOffer(choices: FieldChoice[]): Offer {
  return { name: 'known', effect: 'joins-deposit', fields: ['line'], choices }
}

/** Those whose number ends as the message says; else those of the bank that has sent it. */
function likelyAccounts(accounts: readonly OwnAccount[], { bank, tails }: MessageHints) {
  const ofBank = accounts.filter((one) => bank === undefined || one.bankCode === bank)
  const named = ofBank.filter((one) => tails.some((tail) => one.bankAccountNo.endsWith(tail)))
  return named.length > 0 ? named : ofBank
}

const amountsMax = 3

/** Transfers of a sum that the message names, which are in our books already. */
async function linesOf(on: Queryable, { found, hints }: Message): Promise<Deposit[]> {
  const since = new Date(found.receivedAt.getTime() - dayMs)
  const lines: Deposit[] = []
  for (const currency of walletCurrencies)
    for (const text of hints.amounts.slice(0, amountsMax)) {
      const money = moneyFromText(text, currency)
      if (money) lines.push(...(await listLines(on, { ...money, since })))
    }
  return lines
}

async function decide(deps: BookDeps, decision: Decision): Promise<DecisionResult<unknown>> {
  const { id, fields, actor, requestId } = decision
  const found = (await findByItem(deps.db, id))!
  if (decision.decision === 'book') {
    const party = needed(fields, 'party')
    const amount = needed(fields, 'amount')
    const paidAt = new Date(needed(fields, 'paidAt'))
    const read = { party, amount, paidAt, actor, requestId }
    return { state: 'done', value: await bookUnread(deps, found, read) }
  }
  const closed = { action: 'bankfeed.seen', actor, requestId } as const
  if (decision.decision === 'known') {
    const lines = await linesOf(deps.db, { found, hints: hintsIn(found) })
    const deposit = lines.find((one) => one.id === fields.line)?.id ?? wrongField('line')
    return { state: 'done', value: await closeUnread(deps, found, { ...closed, deposit }) }
  }
  const { why } = fields
  return { state: 'done', value: await closeUnread(deps, found, { ...closed, why }) }
}

async function decidedOf(on: Queryable, { eventId, seenAt }: FullUnread) {
  if (seenAt === null) return null
  const actions = ['bankfeed.booked', 'bankfeed.seen']
  const act = await findLastAct(on, { subject: eventId, actions })
  if (!act) return null
  const { deposit } = (act.after ?? {}) as { deposit?: string }
  const seen = deposit ? 'known' : 'seen'
  return decidedBy(act, act.action === 'bankfeed.booked' ? 'book' : seen, deposit ? [deposit] : [])
}
