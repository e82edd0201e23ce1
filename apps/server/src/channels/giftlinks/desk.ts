import { moneyFromText, type Money } from '@kapao/contract/money'
import { findLastAct } from '#core/audit/audit-store.ts'
import { decidedBy, endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed, wrongField } from '#core/console/work/fields.ts'
import { isUuid } from '#core/console/work/item-id.ts'
import type { Offer, Queue, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { listExceptionPage } from './desk-store.ts'
import { decideLink, resolvingKind, type DecideDeps } from './resolve.ts'
import { findLink, type Link } from './store.ts'

/** Gift links whose received amount is known only from the wallet's own history. */
export function giftlinkQueue(deps: DecideDeps): Queue {
  return {
    kind: 'giftlink',
    asksAbout: (id) => [{ kind: resolvingKind, subject: id }],
    list: async (on, page) => (await listExceptionPage(on, page)).map(waitingOf),
    read: async (on, id) => {
      const found = isUuid(id) ? await findLink(on, id) : null
      return found && read(on, found)
    },
    decide: ({ id, decision, fields, actor, requestId }) => {
      const why = needed(fields, 'why')
      const received = decision === 'nothing' ? null : amountIn(needed(fields, 'amount'))
      return decideLink(deps, { id, received, why, actor, requestId })
    },
  }
}

/** What the wallet has received, in satang. */
function amountIn(text: string): bigint {
  const money = moneyFromText(text, 'BAHT')
  return money !== null && money.amount > 0n ? money.amount : wrongField('amount')
}

async function read(on: Queryable, found: Link): Promise<WorkDetails> {
  const isOpen = found.state === 'exception'
  return {
    waiting: waitingOf(found),
    panels: [panelOf(found)],
    candidates: [],
    offers: isOpen ? offersOf(found) : [],
    decided: await decidedOf(on, found),
  }
}

function waitingOf(one: Link): PendingWork {
  const { id, createdAt, memberId, why } = one
  return {
    id,
    since: createdAt,
    memberId,
    money: moneyIn(one),
    why: { code: 'giftlink-unclear', detail: facts.technically(why) },
  }
}

function moneyIn({ amount }: Link): Money | null {
  return amount === null ? null : { amount, currency: 'BAHT' }
}

const shownLetters = 4

/** Of the voucher only its end, to find it in the wallet's history: the whole would let its holder empty the rest. */
function panelOf(one: Link) {
  const payer = facts.yesNo('isPayerKnown', one.payerKnown)
  return facts.panelOf(
    'giftlink',
    facts.member('member', one.memberId),
    facts.money('amount', moneyIn(one)),
    {
      name: 'reference',
      value: { form: 'masked', text: `••••${one.voucher.slice(-shownLetters)}` },
    },
    facts.code('state', one.state),
    facts.time('since', one.createdAt),
    facts.account('wallet', one.account),
    facts.personName('walletOwner', one.ownerName),
    one.payerKnown ? payer : facts.odd(payer),
    facts.time('paidAt', one.paidAt),
    facts.technical('why', one.why),
    facts.count('tries', one.tries),
    facts.text('deposit', one.deposit),
  )
}

function offersOf(one: Link): Offer[] {
  const money = moneyIn(one)
  return [
    {
      name: 'received',
      // Without its payer a person has to see first whose it is.
      effect: one.payerKnown ? 'credits-received' : 'waits-for-owner',
      fields: ['amount', 'why'],
      currency: 'BAHT',
      // Nobody knows how much it was: what is given already counts towards the day all the same.
      gives: [money ?? { amount: 0n, currency: 'BAHT' }],
    },
    { name: 'nothing', effect: 'ends-without-money', fields: ['why'] },
  ]
}

async function decidedOf(on: Queryable, { id, state, createdAt, deposit }: Link) {
  if (!['received', 'done', 'suspended', 'refused'].includes(state)) return null
  const movements = deposit === null ? [] : [deposit]
  const act = await findLastAct(on, { subject: id, actions: ['giftlinks.resolve'] })
  if (!act) return endedByItself(createdAt, movements)
  return decidedBy(act, state === 'refused' ? 'nothing' : 'received', movements)
}
