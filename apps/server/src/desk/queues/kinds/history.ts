import type { Panel } from '@kapao/contract/console/work'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import * as facts from '#core/console/work/facts.ts'
import { itemId } from '#core/console/work/item-id.ts'
import type { Queryable } from '#core/db/db.ts'
import { readPlay } from '#ledger/read.ts'
import { findHeld } from '#money/bonus/read.ts'
import { listContradicting } from '#money/deposits/report-store.ts'
import { findMember } from '#records/account/store.ts'
import { sumInAndOut } from '#desk/overview/members/member-store.ts'
import { findLinksOf } from '#desk/watch/rewards/read.ts'

const spanMs = 30 * dayMs
const summedMax = 1_000
const linkedMax = 5
const contradictingMax = 3

/** What decides about a member's money: what came in, was played and went out of late, how long known, and with whom. */
export async function historyOf(on: Queryable, clock: Clock, memberId: string): Promise<Panel> {
  const member = await findMember(on, memberId)
  if (!member) return facts.panelOf('history')
  const { currency, createdAt, detailsSince } = member
  const since = new Date(clock.now().getTime() - spanMs)
  const sums = await sumInAndOut(on, memberId, { rowsMax: summedMax, since })
  const play = await readPlay(on, memberId, [since])
  const total = (name: 'lost' | 'won') => play.reduce((sum, one) => sum + one[name], 0n)
  const money = (amount: bigint) => ({ amount, currency })
  const held = await findHeld(on, memberId)
  const links = await findLinksOf(on, clock, memberId)
  const contradicting = await listContradicting(on, memberId, contradictingMax)
  return facts.panelOf(
    'history',
    facts.member('member', memberId),
    ...contradicting.map(({ channel, eventId }) =>
      facts.odd(facts.item('contradicting', 'differing', itemId(channel, eventId))),
    ),
    facts.money('putIn', money(sums.deposited)),
    facts.money('lost', money(total('lost'))),
    facts.money('won', money(total('won'))),
    facts.money('withdrawn', money(sums.withdrawn)),
    facts.text('bonus', held?.code),
    facts.time('joinedAt', createdAt),
    facts.time('accountSince', detailsSince),
    ...links
      .slice(0, linkedMax)
      .flatMap(({ one, other, signs }) => [
        facts.member('otherMember', one === memberId ? other : one),
        ...signs.map((sign) => facts.word('sign', 'same', sign)),
      ]),
  )
}
