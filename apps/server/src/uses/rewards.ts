import { activateBonus } from '@kapao/contract/bonus'
import { nameOfCall } from '@kapao/contract/calls'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { activatePromotion } from '@kapao/contract/promotion'
import { addRefundToWallet } from '@kapao/contract/refund'
import type { Queryable } from '#core/db/db.ts'
import { findMember } from '#records/account/store.ts'
import type { Held } from '#money/bonus/store.ts'
import { bindReward } from '#money/conditions/open.ts'
import { findToPlay } from '#money/conditions/rule.ts'
import { findNewestCredited } from '#money/deposits/booked-store.ts'
import { readSlowGames } from '#money/games/slow-games.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { listOpenGames } from '#money/transfers/store.ts'
import {
  findHeldAfter,
  hasOpen,
  hasWithdrawnSince,
  listWhoWithdrew,
} from '#money/withdrawals/store.ts'

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
