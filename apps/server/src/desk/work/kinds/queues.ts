import type { WorkKind } from '@kapao/contract/console/words'
import type { Queue } from '#core/console/work/queue.ts'
import { standingsOf } from '#modules/account/find.ts'
import { findUnproven, listTrustedPage } from '#modules/bankfeed/desk-store.ts'
import { decideShown, unreadQueue } from '#modules/bankfeed/desk.ts'
import { depositQueue, type DepositDeskDeps } from '#modules/deposits/desk.ts'
import { findDeposit } from '#modules/deposits/store.ts'
import { findAccount } from '#modules/games/store.ts'
import { giftlinkQueue } from '#modules/giftlinks/desk.ts'
import { suspicionQueue } from '#modules/items/desk.ts'
import { findingQueue, paymentQueue } from '#modules/qrcodes/desk.ts'
import { reviewQueue } from '#modules/review/desk.ts'
import { readSlips, type PictureAddress } from '#modules/slips/desk.ts'
import { transferQueue } from '#modules/transfers/desk.ts'
import { payoutQueue, withdrawalQueue } from '#modules/withdrawals/desk.ts'
import { mayBeOldStakes } from '../../../watch/stakes/old-stakes.ts'
import { decideOne, decidingKind, heldBy } from '../../items.ts'
import type { DeskParts } from '../../guarded/guarded.ts'
import type { Deciding } from '../../open.ts'
import { findCandidates } from './candidates.ts'
import { differingQueue } from './differing.ts'
import { manualQueue } from './manual.ts'
import { secondQueue } from './second.ts'
import { talkQueue } from './talk.ts'

export type WorkAround = DeskParts & {
  deciding: Deciding
  /** Signs the address of a slip's picture. */
  slipAddressOf: PictureAddress
}

export type Queues = ReadonlyMap<WorkKind, Queue>

/** Everything that waits for people, by its kind. */
export function openQueues(around: WorkAround): Queues {
  const { db, clock, deciding, slipAddressOf } = around
  const { decide } = deciding
  const asking = { db, clock, decide }
  const deposits: DepositDeskDeps = {
    ...deciding.deposits,
    listTrusted: listTrustedPage,
    findUnproven,
    decideShown: (asked) => decideShown({ ...asking, findDeposit }, asked),
    findCandidates,
    readSlips: (on, slips) => readSlips(on, slips, slipAddressOf),
  }
  const withdrawals = { ...deciding.withdrawals, standingsOf, mayBeOldStakes }
  const queues: Queue[] = [
    depositQueue(deposits),
    differingQueue(deposits),
    unreadQueue(asking),
    manualQueue(deposits),
    findingQueue(asking),
    paymentQueue(asking),
    giftlinkQueue(deciding.giftlinks),
    withdrawalQueue(withdrawals),
    payoutQueue(withdrawals),
    transferQueue({
      ...deciding.transfers,
      findUsername: async (on, memberId, game) =>
        (await findAccount(on, memberId, game))?.username ?? null,
    }),
    suspicionQueue({
      db,
      clock,
      kind: decidingKind,
      heldBy: (item) => heldBy(db, item),
      decideOne: (asked) => decideOne(asking, asked),
    }),
    reviewQueue(asking),
    secondQueue(around),
    talkQueue(),
  ]
  return new Map(queues.map((queue) => [queue.kind, queue]))
}
