import type { WorkKind } from '@kapao/contract/console/words'
import type { Queryable } from '#core/db/db.ts'
import type { Queue } from '#core/console/work/queue.ts'
import { findUnproven, listTrustedPage } from '#channels/bankfeed/desk-store.ts'
import { decideShown } from '#channels/bankfeed/desk.ts'
import { unreadQueue } from '#channels/bankfeed/unread/queue.ts'
import { depositQueue, type DepositDeskDeps } from '#money/deposits/desk.ts'
import type { Players } from '#money/games/players.ts'
import { findAccount } from '#money/games/store.ts'
import { giftlinkQueue } from '#channels/giftlinks/desk.ts'
import { suspicionQueue } from '#records/items/desk.ts'
import { findingQueue, paymentQueue } from '#channels/qrcodes/desk.ts'
import { reviewQueue } from '#records/review/desk.ts'
import { readSlips, type PictureLinks } from '#channels/slips/desk.ts'
import { transferQueue } from '#money/transfers/desk.ts'
import { payoutQueue, withdrawalQueue } from '#money/withdrawals/desk.ts'
import { readSettings } from '#settings/read.ts'
import { mayBeOldStakes } from '#desk/watch/stakes/old-stakes.ts'
import { decideOne, decidingKind, heldBy } from '#desk/decisions/items.ts'
import type { DeskContext } from '#desk/decisions/guarded/guarded.ts'
import type { Decisions } from '#desk/decisions/open.ts'
import { findCandidates, weighMember } from './candidates.ts'
import { historyOf } from './history.ts'
import { differingQueue } from './differing.ts'
import { manualQueue } from './manual.ts'
import { secondQueue } from './second.ts'
import { talkQueue } from './talk.ts'

export type WorkAround = Omit<DeskContext, 'actor' | 'requestId'> & {
  deciding: Decisions
  links: PictureLinks
  /** A member's balance at a provider; null when it does not answer in time. Tests give answers of their own. */
  askBalance: Players['askBalance']
}

export type Queues = ReadonlyMap<WorkKind, Queue>

/** Everything that waits for people, by its kind. */
export function openQueues(around: WorkAround): Queues {
  const { db, clock, deciding, links } = around
  const { decide } = deciding
  const asking = { db, clock, decide }
  const deposits: DepositDeskDeps = {
    ...deciding.deposits,
    listTrusted: listTrustedPage,
    findUnproven,
    decideShown: (asked) => decideShown(asking, asked),
    findCandidates,
    weighMember,
    readSlips: (on, slips) => readSlips(on, slips, links),
  }
  const withdrawals = {
    ...deciding.withdrawals,
    mayBeOldStakes,
    readHistory: (on: Queryable, memberId: string) => historyOf(on, clock, memberId),
  }
  const queues: Queue[] = [
    depositQueue(deposits),
    differingQueue(deposits),
    unreadQueue({
      db,
      clock,
      settle: deciding.deposits.deposits.settle,
      readSettings: () => readSettings(db),
      statements: around.outside.statements,
    }),
    manualQueue(deposits),
    findingQueue(asking),
    paymentQueue(asking),
    giftlinkQueue(deciding.giftlinks),
    withdrawalQueue(withdrawals),
    payoutQueue(withdrawals),
    transferQueue({
      ...deciding.transfers,
      askBalance: around.askBalance,
      findUsername: async (on, memberId, game) =>
        (await findAccount(on, memberId, game))?.username ?? null,
    }),
    suspicionQueue({
      db,
      clock,
      kind: decidingKind,
      heldBy: (item) => heldBy(db, item),
      readHistory: (memberId) => historyOf(db, clock, memberId),
      decideOne: (asked) => decideOne(asking, asked),
    }),
    reviewQueue(asking),
    secondQueue(around),
    talkQueue(),
  ]
  return new Map(queues.map((queue) => [queue.kind, queue]))
}
