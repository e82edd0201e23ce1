import { activateBonus } from '@kapao/contract/bonus'
import { nameOfCall } from '@kapao/contract/calls'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { activatePromotion } from '@kapao/contract/promotion'
import { addRefundToWallet } from '@kapao/contract/refund'
import type { ContextWith } from '#context/app-context.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { loadMember } from '#records/account/find.ts'
import {
  findMember,
  hasInvited,
  listInvited,
  listInvitees,
  listMembers,
} from '#records/account/store.ts'
import { bonusHeld, type Held } from '#money/bonus/store.ts'
import { bindReward } from '#money/conditions/open.ts'
import { findToPlay } from '#money/conditions/rule.ts'
import { findNewestCredited } from '#money/deposits/booked-store.ts'
import { readSlowGames } from '#money/games/slow-games.ts'
import type { AccrueDeps } from '#rewards/invite/accrue.ts'
import { accrueDeps } from '#rewards/invite/open.ts'
import { listDenied, listHeldFriends } from '#records/items/store.ts'
import type { CloseDeps } from '#rewards/refund/close.ts'
import { closeDeps } from '#rewards/refund/open.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { listOpenGames } from '#money/transfers/store.ts'
import {
  findHeldAfter,
  hasOpen,
  hasWithdrawnSince,
  listWhoWithdrew,
} from '#money/withdrawals/store.ts'
import { oppositeKind } from '#desk/watch/rewards/mirrors.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'

/** The call that gives each reward; a refund has a condition only when it is added to the wallet. */
const rewardRoutes: Record<Held['source'], string> = {
  bonus: nameOfCall(activateBonus),
  promotion: nameOfCall(activatePromotion),
  invite: nameOfCall(receiveInviteBonus),
  refund: nameOfCall(addRefundToWallet),
}

export const bonusUses = {
  findMember,
  lockMember,
  insertRow,
  readSlowGames,
  findToPlayAt: (on: Queryable, asked: { memberId: string; at: Date }) =>
    findToPlay({ readSlowGames }, on, asked),
  listOpenGames,
  withdrawalIsOpen: hasOpen,
  findNewestCredited,
  hasWithdrawnSince,
  findHeldAfter,
  listWhoWithdrew,
  bindReward,
  routeOf: (source: Held['source']) => rewardRoutes[source],
}

export const wheelUses = { bonusHeld, lockMember, insertRow, bindReward }

/** The functions that every reward received by a call needs. */
export function receiveUses({ db }: ContextWith<'db'>) {
  return { bonusHeld, loadMember: (memberId: string) => loadMember(db, memberId) }
}

export const inviteUses = { listInvited, listMembers, listHeldFriends, hasInvited, listInvitees }

export const refundUses = {
  findMember,
  lockMember,
  listOppositeDenied: (on: Queryable, memberId: string) => listDenied(on, memberId, oppositeKind),
}

type WorkerContext = ContextWith<'db' | 'clock' | 'readSettings'> & { log: Pick<Log, 'error'> }

/** The functions for counting invite rewards. */
export function openAccruing(context: WorkerContext): AccrueDeps {
  const { noteLinked } = watchRewards(context)
  return accrueDeps(context, { listInvited, listMembers, noteLinked })
}

/** The functions for closing refund periods. */
export function openClosing(context: WorkerContext): CloseDeps {
  return closeDeps(context, refundUses)
}
