import { textOfMoney } from '@kapao/contract/money'
import { findLastAct, recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { decidedBy } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { itemId, partsOfId } from '#core/console/work/item-id.ts'
import { byWords, type Queue, type PendingWork } from '#core/console/work/queue.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { findDeposit } from '#money/deposits/store.ts'
import { findUnread, listUnreadPage, type FullUnread } from './desk-store.ts'
import { setSeen } from './store.ts'
import { setShown } from './unproven-store.ts'

type Deps = { db: Db; clock: Clock }
/** Takes a message that could not be read off the list, once an operator has dealt with it. A second call refuses. */
export function markSeen(
  { db, clock }: Deps,
  { eventId, ...by }: AuditContext & { eventId: string },
) {
  const at = clock.now()
  return db.begin(async (tx) => {
    if (!(await setSeen(tx, { eventId, by: by.actor, at })))
      throw new OperatorRefused(`There is no open message ${eventId}.`, 'ended-otherwise')
    await recordAudit(tx, { at, ...by, action: 'bankfeed.seen', subject: eventId })
  })
}

/** Messages of a bank that could not be parsed: money may have come with them. */
export function unreadQueue(deps: Deps): Queue {
  return {
    kind: 'unread',
    list: async (on, page) => (await listUnreadPage(on, byWords(page))).map(waitingOf),
    read: async (on, id) => {
      const found = await findByItem(on, id)
      if (!found) return null
      return {
        waiting: waitingOf(found),
        panels: [panelOf(found)],
        candidates: [],
        offers: found.seenAt === null ? [{ name: 'seen', effect: 'leaves-list', fields: [] }] : [],
        decided: await decidedOf(on, found),
      }
    },
    decide: async ({ id, actor, requestId }) => {
      const [, eventId] = partsOfId(id)!
      return { state: 'done', value: await markSeen(deps, { eventId, actor, requestId }) }
    },
  }
}

async function findByItem(on: Queryable, id: string): Promise<FullUnread | null> {
  const [source, eventId] = partsOfId(id) ?? []
  const isKnown = source === 'bank' || source === 'sms'
  return isKnown && eventId ? findUnread(on, { source, eventId }) : null
}

function waitingOf({ source, eventId, receivedAt, why }: FullUnread): PendingWork {
  return {
    id: itemId(source, eventId),
    since: receivedAt,
    memberId: null,
    money: null,
    why: { code: 'unread', detail: facts.technically(why) },
  }
}

function panelOf({ source, eventId, text, why, receivedAt }: FullUnread) {
  return facts.panelOf(
    'message',
    facts.code('source', source),
    facts.name('event', eventId),
    facts.time('receivedAt', receivedAt),
    facts.quote('text', text),
    facts.technical('why', why),
  )
}

async function decidedOf(on: Queryable, { eventId, seenAt }: FullUnread) {
  if (seenAt === null) return null
  const act = await findLastAct(on, { subject: eventId, actions: ['bankfeed.seen'] })
  return act && decidedBy(act, 'seen')
}

export const showingKind = 'deposits shown'

type EventNote = { id: string; note: string }

/** One operator says that a bank has money that its statement did not show; it always takes two. */
export async function decideShown(
  deps: Deps & { decide: Decide },
  { id, note, ...by }: EventNote & AuditContext,
): Promise<DecisionResult<void>> {
  const deposit = await findDeposit(deps.db, id)
  if (!deposit) throw new OperatorRefused(`There is no deposit ${id}.`, 'not-found')
  const { currency, memberId, houseParty } = deposit
  const words = `${textOfMoney(deposit)} ${currency} of ${memberId ?? 'nobody'}, deposit ${id}, is at ${houseParty}: ${note}`
  const wish = { kind: showingKind, subject: id, what: { id, note }, words, gives: null }
  return deps.decide({ ...wish, ...by }, () => markShown(deps, { id, note, ...by }))
}

/** Counts a deposit as shown by its bank, once; what waited for that continues. */
export function markShown(
  { db, clock }: Deps,
  { id, note, ...by }: EventNote & AuditContext,
): Promise<void> {
  const at = clock.now()
  return db.begin(async (tx) => {
    if (!(await setShown(tx, { id, by: `operator:${id}`, at })))
      throw new OperatorRefused(
        `Deposit ${id} rests on no message that is still open.`,
        'not-on-message',
      )
    const action = 'deposits.shown'
    await recordAudit(tx, { at, ...by, action, subject: id, after: { why: note } })
  })
}
