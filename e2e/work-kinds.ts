import type { WorkKind } from '../packages/contract/src/console/words.ts'
import type { Makers } from '../apps/server/src/testing/desk/work-world.ts'
import { words } from './console-desk.ts'
import { decideByKeys, openItem, type ByKeys } from './desk-keys.ts'
import { expect } from './test.ts'
import { deposit, manual, unread, withdrawal } from './work-money.ts'
import { review, second, talk } from './work-people.ts'
import {
  expectDecided,
  expectWaiting,
  makeFor,
  readOne,
  walletOf,
  why,
  type PersonName,
  type Plan,
} from './work-journey.ts'

const { work } = words

type PlainKind = ByKeys & {
  whose: PersonName
  /** Whose the one before it on the list is. */
  other?: PersonName
  makes: (make: Makers, memberId: string) => Promise<string>
  /** What happens to its member while it waits. */
  meanwhile?: (make: Makers, memberId: string) => Promise<unknown>
  /** What the item shows before. */
  shows: readonly string[]
  /** What the wallet has more of afterwards, in satang. */
  gives: number
  /** How its state is read afterwards, and what it is. */
  after?: readonly [text: string, state: string]
}

/** Of two alike the second is decided, with the effect that its form names, and the first waits on. */
function plain(kind: WorkKind, planned: PlainKind): Plan {
  const {
    whose,
    other: before = 'namesake',
    makes,
    meanwhile,
    shows,
    gives,
    after,
    ...by
  } = planned
  return async (journey) => {
    const { page } = journey
    const other = await makeFor(journey, before, makes)
    const id = await makeFor(journey, whose, makes)
    if (meanwhile) await makeFor(journey, whose, meanwhile)
    return async () => {
      const wallet = await walletOf(journey, whose)
      const item = await openItem(page, kind, id)
      for (const text of shows) await expect(item).toContainText(text)
      await decideByKeys(page, { kind, id }, by)
      await expectDecided(journey, { kind, id }, work.decided[by.name], why)
      await expect.poll(async () => (await walletOf(journey, whose)) - wallet).toBe(gives)
      await expectWaiting(journey, { kind, id: other })
      if (after)
        await expect.poll(() => readOne(journey, after[0], [id])).toEqual({ state: after[1] })
    }
  }
}

/** How one item of each kind is worked off. */
export const plans: Record<WorkKind, Plan> = {
  deposit,
  differing: plain('differing', {
    whose: 'owner',
    makes: (make, memberId) => make.differing(memberId),
    shows: ['500.00', '501.00', work.odd],
    name: 'seen',
    effect: 'leaves-list',
    typed: [why],
    gives: 0,
  }),
  unread,
  manual,
  finding: plain('finding', {
    whose: 'owner',
    makes: (make) => make.finding(),
    shows: [work.why['finding.event-changed']],
    name: 'close',
    effect: 'leaves-list',
    typed: [why],
    gives: 0,
  }),
  payment: plain('payment', {
    whose: 'owner',
    makes: (make, memberId) => make.payment(memberId),
    shows: ['40.00'],
    name: 'received',
    effect: 'credits-received',
    typed: ['40.00', why],
    gives: 4_000,
  }),
  giftlink: plain('giftlink', {
    whose: 'owner',
    makes: (make, memberId) => make.giftlink(memberId),
    shows: ['SO••• JA•••', '••••aaaa'],
    name: 'received',
    effect: 'waits-for-owner',
    typed: ['120.50', why],
    gives: 0,
    after: [
      `select d.state::text from giftlinks_link l join deposits_deposit d on d.id = l.deposit
       where l.id = $1 and d.amount = 12050`,
      'suspended',
    ],
  }),
  withdrawal,
  payout: plain('payout', {
    whose: 'creditor',
    other: 'owner',
    makes: (make, memberId) => make.payout(memberId),
    shows: ['500.00', 'SCB'],
    name: 'paid',
    effect: 'books-as-paid',
    typed: ['PO4711', why],
    gives: 0,
    after: [
      `select state || ' as ' || payout as state from withdrawals_withdrawal where id = $1`,
      'paid as PO4711',
    ],
  }),
  transfer: plain('transfer', {
    whose: 'owner',
    makes: (make, memberId) => make.transfer(memberId, 'in'),
    shows: ['100.00'],
    name: 'returned',
    effect: 'returns-to-wallet',
    typed: [why],
    gives: 10_000,
    after: [`select state::text from transfers_transfer where id = $1`, 'returned'],
  }),
  suspicion: plain('suspicion', {
    whose: 'suspect',
    makes: (make, memberId) => make.suspicion(memberId, ['rewards', 'withdrawals']),
    // It would be paid without an approval.
    meanwhile: (make, memberId) => make.withdrawal(memberId, 0),
    shows: [work.why['invite.linked']],
    name: 'deny',
    effect: 'keeps-holds',
    typed: [why],
    gives: 0,
    after: [
      `select i.decision || ', ' || w.state || ' for ' || w.approvals_needed as state
       from items_item i join withdrawals_withdrawal w on w.member_id = i.member_id where i.id = $1`,
      'deny, held for 1',
    ],
  }),
  review,
  second,
  talk,
}
