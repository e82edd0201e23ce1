import type { Currency, Money } from '@kapao/contract/money'
import { findLastAct } from '#core/audit/audit-store.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed } from '#core/console/work/fields.ts'
import { isUuid } from '#core/console/work/item-id.ts'
import type { Offer, Queue, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import { within } from '#core/within.ts'
import type { Queryable } from '#core/db/db.ts'
import { listExceptionPage } from './desk-store.ts'
import { decideTransfer, placeOf, resolvingKind, type DecideDeps } from './resolve.ts'
import { findTransfer, type Transfer } from './store.ts'

export type TransferDeskDeps = DecideDeps & {
  /** The member's account at a provider. */
  findUsername: (on: Queryable, memberId: string, game: string) => Promise<string | null>
  /** Their balance there now; null when the provider does not answer. */
  askBalance: (memberId: string, game: string, currency: Currency) => Promise<Money | null>
}

/** A provider that is silent keeps nobody from reading the rest. */
const askedForMs = 3_000

/** Transfers whose outcome at the provider is for an operator to find out. */
export function transferQueue(deps: TransferDeskDeps): Queue {
  return {
    kind: 'transfer',
    asksAbout: (id) => [{ kind: resolvingKind, subject: id }],
    list: async (on, page) => (await listExceptionPage(on, page)).map(waitingOf),
    read: async (on, id) => {
      const found = isUuid(id) ? await findTransfer(on, id) : null
      return found?.game ? read(deps, on, { ...found, game: found.game }) : null
    },
    ask: async (on, id) => {
      const found = isUuid(id) ? await findTransfer(on, id) : null
      return found?.game && found.state === 'exception'
        ? nowPanel(await balanceNow(deps, { ...found, game: found.game }))
        : null
    },
    decide: ({ id, decision, fields, actor, requestId }) => {
      const why = needed(fields, 'why')
      return decideTransfer(deps, { id, done: decision === 'done', why, actor, requestId })
    },
  }
}

type Step = Transfer & { game: string }

async function read(deps: TransferDeskDeps, on: Queryable, found: Step): Promise<WorkDetails> {
  const isOpen = found.state === 'exception'
  const username = await deps.findUsername(on, found.memberId, found.game)
  return {
    waiting: waitingOf(found),
    panels: [transferPanel(found), providerPanel(found, username)],
    candidates: [],
    offers: isOpen ? [offerOf(found, true), offerOf(found, false)] : [],
    decided: await decidedOf(on, found),
  }
}

function waitingOf({ id, createdAt, memberId, amount, currency, why }: Transfer): PendingWork {
  const money = { amount, currency }
  return {
    id,
    since: createdAt,
    memberId,
    money,
    why: { code: 'transfer-unclear', detail: facts.technically(why) },
  }
}

function transferPanel(one: Step) {
  return facts.panelOf(
    'transfer',
    facts.member('member', one.memberId),
    facts.money('amount', one),
    facts.word('place', 'from', one.from),
    facts.word('place', 'to', one.to),
    facts.code('state', one.state),
    facts.time('since', one.createdAt),
    facts.count('tries', one.tries),
    facts.technical('why', one.why),
  )
}

/** What it held before, and what it holds now if it has done it: to compare with its back office. */
function providerPanel(
  { game, kind, balanceBefore, amount, currency }: Step,
  username: string | null,
) {
  const moneyOf = (held: bigint) => ({ amount: held, currency })
  const isKnown = balanceBefore !== null
  return facts.panelOf(
    'provider',
    facts.word('place', 'game', game),
    // Not a personal number: it is looked for in the provider's back office.
    facts.name('username', username),
    facts.money('balanceBefore', isKnown ? moneyOf(balanceBefore) : null),
    facts.money(
      'balanceIfDone',
      isKnown ? moneyOf(kind === 'in' ? balanceBefore + amount : balanceBefore - amount) : null,
    ),
    facts.money('balanceIfNotDone', isKnown ? moneyOf(balanceBefore) : null),
  )
}

function balanceNow({ askBalance }: TransferDeskDeps, { memberId, game, currency }: Step) {
  return within(askedForMs, askBalance(memberId, game, currency)).catch(() => null)
}

function nowPanel(balance: Money | null) {
  const known = facts.money('balanceNow', balance)
  return facts.panelOf('provider', known ?? facts.odd(facts.code('balanceNow', 'unknown')))
}

/** Money that goes into a wallet counts as given; into a game it is read again at the next look. */
function offerOf(found: Step, done: boolean): Offer {
  const { amount, currency } = found
  const toWallet = placeOf(found, done) === 'wallet'
  return {
    name: done ? 'done' : 'returned',
    effect: toWallet ? 'returns-to-wallet' : 'gives-to-game',
    fields: ['why'],
    ...(toWallet && { gives: [{ amount, currency }] }),
  }
}

async function decidedOf(on: Queryable, { id, state, createdAt }: Transfer) {
  if (state !== 'done' && state !== 'returned') return null
  const act = await findLastAct(on, { subject: id, actions: ['transfers.resolve'] })
  return act ? decidedBy(act, state, [id]) : endedByItself(createdAt, [id])
}
