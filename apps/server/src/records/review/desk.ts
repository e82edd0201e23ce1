import type { BarredCode } from '@kapao/contract/console/reasons'
import type { Panel } from '@kapao/contract/console/work'
import { currencies, type Money } from '@kapao/contract/money'
import type { Actor } from '#core/audit/audit-store.ts'
import { nameOf } from '#core/audit/actor.ts'
import { maskNumber } from '#core/console/work/masks.ts'
import * as facts from '#core/console/work/facts.ts'
import { whyOrNull } from '#core/console/work/fields.ts'
import { isNumber } from '#core/console/work/item-id.ts'
import type { Queue, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import { findRefusal } from '#core/db/connections/dry-run.ts'
import { listOpenPage, standApart } from './desk-store.ts'
import { markReviewed, type ReviewDeps } from './review.ts'
import { findAct, setTicked, type Act, type FullAct } from './store.ts'

/** What one operator did alone, for another to read. */
export function reviewQueue(deps: ReviewDeps): Queue {
  return {
    kind: 'review',
    list: async (on, page) => (await listOpenPage(on, page)).map(waitingOf),
    read: async (on, id, reader) => {
      const found = isNumber(id) ? await findAct(on, id) : null
      return found && read(deps, found, reader)
    },
    decide: async ({ id, fields, actor, requestId }) => {
      const value = await markReviewed(deps, { id, note: whyOrNull(fields), actor, requestId })
      return { state: 'done', value }
    },
  }
}

function waitingOf(one: Act): PendingWork {
  const { id, at, actor, action, subject, memberId, why, isLate } = one
  const code = isLate ? 'alone-late' : 'alone'
  const named = memberId === null && hasName(action) ? subject : null
  const detail = { form: 'act', action, subject: named, by: nameOf(actor), why } as const
  return { id, since: at, memberId, money: moneyOf(one), why: { code, detail } }
}

/** Operators and settings are known by a name; what else is acted on has an id that says nothing in a row. */
function hasName(action: string): boolean {
  return /^(?:operators|settings)\./.test(action)
}

function moneyOf({ amount, currency }: Act): Money | null {
  return amount === null || currency === null ? null : { amount, currency }
}

async function read(deps: ReviewDeps, found: FullAct, reader: Actor): Promise<WorkDetails> {
  const isOpen = found.second === null && found.tickedBy === null
  const barred = isOpen ? await barredFrom(deps, found, reader) : null
  return {
    waiting: waitingOf(found),
    panels: [
      actPanel(found),
      statePanel('before', found.before),
      statePanel('after', found.after),
    ].filter((panel) => panel.facts.length > 0),
    candidates: [],
    offers: isOpen
      ? [{ name: 'tick', effect: 'leaves-list', fields: ['whyOptional'], barred }]
      : [],
    decided: decidedOf(found),
  }
}

/** The operator who confirmed it has seen it, too. */
function decidedOf({ tickedBy, tickedAt, second, at, note }: FullAct): WorkDetails['decided'] {
  const by = tickedBy ?? second
  if (by === null) return null
  const when = tickedAt ?? at
  return {
    decision: tickedBy === null ? 'yes' : 'tick',
    by: nameOf(by),
    at: when.toISOString(),
    why: note,
    movements: [],
  }
}

/** Asks the database itself, by a tick that is taken back at once. */
async function barredFrom(
  { db }: ReviewDeps,
  { id, actor }: Act,
  by: Actor,
): Promise<BarredCode | null> {
  if (actor === by) return 'own-act'
  const state = await findRefusal(db, (tx) => setTicked(tx, id, { by, note: null }))
  if (state !== 'KV002') return null
  return (await standApart(db, actor, by)) ? 'too-new' : 'not-apart'
}

function actPanel(one: FullAct): Panel {
  return facts.panelOf(
    'act',
    facts.operator('doneBy', one.actor),
    facts.time('doneAt', one.at),
    facts.word('action', 'action', one.action),
    subjectOf(one),
    facts.member('member', one.memberId),
    facts.money('amount', moneyOf(one)),
    facts.quote('why', one.why),
  )
}

/** What was done it to: a setting has a name in words. */
function subjectOf({ action, subject }: FullAct) {
  return action.startsWith('settings.')
    ? facts.word('setting', 'setting', subject)
    : facts.name('subject', subject)
}

/** As the trail has it; what it says of accounts of members is masked. */
function statePanel(name: 'before' | 'after', state: unknown): Panel {
  const parts = (state ?? {}) as Record<string, unknown>
  const sum = sumIn(parts)
  const isShown = (key: string) =>
    !['why', 'note', ...(sum ? ['amount', 'currency'] : [])].includes(key)
  const known = Object.entries(parts).filter(([key, value]) => value !== null && isShown(key))
  return facts.panelOf(
    name,
    facts.money('amount', sum),
    ...known.map(([key, value]) => factOf(key, value)),
  )
}

/** The trail keeps amounts in the smallest unit, beside their currency. */
function sumIn({ amount, currency }: Record<string, unknown>): Money | null {
  const unit = currencies.find((one) => one === currency)
  return unit && /^-?\d+$/.test(String(amount))
    ? { amount: BigInt(String(amount)), currency: unit }
    : null
}

function factOf(key: string, value: unknown) {
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  if (key === 'member' || key === 'memberId') return facts.member('member', said)
  if (/account_?no/i.test(key)) return facts.account('account', said)
  if (/name$/i.test(key)) return facts.personName('accountName', said)
  return facts.data('value', maskedIn(value), [{ key }])
}

/** Accounts and phones inside of it, too. */
function maskedIn(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\b\d{6,20}\b/g, maskNumber)
  if (Array.isArray(value)) return value.map(maskedIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskedIn(part)]))
}
