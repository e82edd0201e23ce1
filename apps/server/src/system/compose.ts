import { hasUnshown } from '#channels/bankfeed/unproven-store.ts'
import { openBankfeed } from '#channels/bankfeed/open.ts'
import { openGiftlinks } from '#channels/giftlinks/open.ts'
import { openQrcodes } from '#channels/qrcodes/open.ts'
import { hasUnproven } from '#channels/qrcodes/payments/proof-store.ts'
import { openSlips } from '#channels/slips/open.ts'
import type { Capability } from '#context/app-context.ts'
import { keepCalls } from '#core/calls/ask.ts'
import { roomOfMember } from '#core/live/admit.ts'
import { atNoDesk } from '#desk/decisions/guarded/guarded.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { openRewardDesk } from '#desk/decisions/rewards/routes.ts'
import { openSettingDesk } from '#desk/decisions/setting-routes.ts'
import { openHouseDesk } from '#desk/house/open.ts'
import { openOutcome } from '#desk/outcome/open.ts'
import { openHouseNotes } from '#desk/overview/house.ts'
import { openMemberDesk } from '#desk/overview/members/open.ts'
import { openTrail } from '#desk/overview/trail/trail.ts'
import { openUnderWay } from '#desk/overview/under-way.ts'
import { openPreviewDesk } from '#desk/preview/open.ts'
import { openWork } from '#desk/queues/open.ts'
import { openReconcile } from '#desk/reconcile/open.ts'
import { noteDifference } from '#desk/recovery/difference.ts'
import { endDoubt, isInDoubt } from '#desk/recovery/doubt-store.ts'
import { openWatch } from '#desk/watch/open.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import { openLookup } from '#entry/lookup/open.ts'
import { openOtp } from '#entry/otp/open.ts'
import { openPasskeys } from '#entry/passkeys/open.ts'
import { openPassword } from '#entry/password/open.ts'
import { openProfile } from '#entry/profile/open.ts'
import { openRegistration } from '#entry/registration/open.ts'
import { openSession } from '#entry/session/open.ts'
import { joins } from '#entry/sign-in/joining.ts'
import { openSignIn, type SignIn } from '#entry/sign-in/open.ts'
import { listWays } from '#entry/sign-in/store.ts'
import { mayMoveIn } from '#money/bonus/emptying.ts'
import { openBonus } from '#money/bonus/open.ts'
import { openDeposits } from '#money/deposits/open.ts'
import { findDepositOfRequest } from '#money/deposits/request-store.ts'
import { listHeld } from '#money/deposits/store.ts'
import { openGames } from '#money/games/open.ts'
import { openTransfers } from '#money/transfers/open.ts'
import { findOtherHalf } from '#money/transfers/store.ts'
import { openWallet } from '#money/wallet/open.ts'
import { openWithdrawals } from '#money/withdrawals/open.ts'
import { makeSendableDue } from '#money/withdrawals/pay-store.ts'
import { openNotices } from '#records/notices/open.ts'
import { openOperators } from '#records/operators/open.ts'
import { openPayoutStops } from '#records/payouts/open.ts'
import { openPictures, type HousePictures } from '#records/pictures/open.ts'
import { openReview, type Review } from '#records/review/open.ts'
import { openStatement } from '#records/statement/open.ts'
import { openInvite } from '#rewards/invite/open.ts'
import { findInviteAmount } from '#rewards/invite/store.ts'
import { openPromotion } from '#rewards/promotion/open.ts'
import { openRefund } from '#rewards/refund/open.ts'
import { openSpinwheel } from '#rewards/spinwheel/open.ts'
import { openChat, type Chat } from '#talk/chat/open.ts'
import { findOwner } from '#talk/chat/routes.ts'
import { loadReadPosition } from '#talk/chat/show.ts'
import { openChatFiles } from '#talk/chatfiles/open.ts'
import { pageContent } from './page-content.ts'
import type { ProcessParts } from './process-parts.ts'
import { openPushes } from './pushes.ts'

export type Composition = {
  capabilities: Capability[]
  chat: Chat
  review: Review
  pictures: HousePictures
  signIn: SignIn
  /** What `kapao recover` rebuilds restored books with. */
  money: ReturnType<typeof openMoney>
}

/**
 * The map of the system: every room is opened here, floor by floor, with what it cannot import: what has state and is
 * opened once, and what stands beside or above it and acts. This connects to no database and calls no outside system.
 */
export function compose(parts: ProcessParts, settleDifference = atNoDesk): Composition {
  const { context, sessions, hasher, guests, live, uploads } = parts
  const deciding = openDeciding(context)
  const notifyChanged = openPushes({ ...context, ...live }).walletChanged
  const money = openMoney(parts)
  const { bonus, watch } = money
  const otp = openOtp(context)
  const passkeys = openPasskeys(context)
  const files = openChatFiles(context, { uploads, findOwner: (who) => findOwner(guests, who) })
  const chat = openChat(context, { guests, here: live.here, files })
  const signIn = openSignIn(context, { hasher, counter: parts.counter })
  const review = openReview(context, {
    notifyPages: openPushes({ ...context, ...live.here }).actDone,
  })
  const pictures = openPictures(context, { uploads })
  const all = [
    pictures,
    openStatement(context, { findOtherHalf, findDepositOfRequest, listHeld }),
    openOperators(context, { listWays, joins, decide: deciding.decide }),
    openPayoutStops({ ...context, decide: deciding.decide, makeDue: makeSendableDue }),
    review,
    openNotices(context, {
      mayAddPasskey: passkeys.mayAdd,
      countTalk: async (memberId) =>
        (await loadReadPosition(context, roomOfMember(memberId))).unread,
    }),
    ...Object.values(money),
    openPromotion(context, { ...bonus, watch }),
    openInvite(context, { give: bonus.give, watch }),
    openRefund(context, { give: bonus.give }),
    openSpinwheel(context),
    otp,
    openRegistration(context, { hasher }),
    passkeys,
    openSession(context, { hasher, sessions, passkeys }),
    openPassword(context, { hasher, otp, sessions, games: money.games, notifyChanged }),
    openProfile(context, { notifyChanged }),
    openLookup(context, { readGiftLinkKey: money.giftlinks.readKey }),
    signIn,
    files,
    chat,
    openReconcile(context),
    openUnderWay(context),
    openMemberDesk(context, { endAllOf: sessions.endAllOf, takeBackDeps: deciding.deposits }),
    openTrail(context),
    openHouseNotes(context),
    openSettingDesk(context),
    openPreviewDesk(context, previewing(parts)),
    openHouseDesk(context),
    openRewardDesk(context),
    openWatch(context),
    openWork({ ...context, deciding, settleDifference, links: uploads.links }),
  ]
  const outcome = openOutcome(context, { capabilities: all })
  return { capabilities: [...all, outcome], chat, review, pictures, signIn, money }
}

/** The same rooms again, on a database that keeps nothing: what members are answered is said by nothing else. */
function previewing(parts: ProcessParts): Parameters<typeof openPreviewDesk>[1] {
  // What is previewed is not counted.
  const { metrics: _, ...context } = parts.context
  return {
    pageOf: (settings) => pageContent(context.config, settings, false),
    openCalls: (rooms) => {
      const quiet = { push: () => undefined, mayReach: () => false, isClosed: async () => false }
      const { capabilities } = compose({
        ...parts,
        context: { ...context, ...quiet, ...rooms, reads: undefined },
      })
      return keepCalls((api) => {
        for (const one of capabilities) one.registerCalls?.(api)
      })
    },
  }
}

/** Everything that moves money: members' games and wallets, the channels that bring it, and the way out. */
function openMoney({ context, live, uploads }: ProcessParts) {
  const pushes = openPushes({ ...context, ...live })
  const watch = watchRewards(context)
  const games = openGames(context)
  const moving = openTransfers(context, {
    mayMove: mayMoveIn(context.db),
    notifyEnded: pushes.transferEnded,
  })
  const wallet = openWallet(context, {
    findInviteAmount,
    isInDoubt,
    endDoubt,
    noteDifference,
    notifyChanged: pushes.walletChanged,
  })
  const deposits = openDeposits(context)
  const { refreshAll } = wallet
  const { settle, releaseHeld } = deposits
  const bonus = openBonus(context, { refreshAll, transfers: moving.transfers, releaseHeld, watch })
  const withdrawals = openWithdrawals(context, {
    refreshAll,
    transfers: moving.transfers,
    bonusBlocks: bonus.blocksWithdrawal,
    showWithdrawable: bonus.showWithdrawable,
    watch,
    hasUnproven,
    hasUnshown,
    notify: (changed) => {
      pushes.withdrawalChanged(changed)
      bonus.withdrawalChanged(changed.memberId)
    },
  })
  return {
    games,
    transfers: moving,
    wallet,
    deposits,
    bonus,
    withdrawals,
    watch,
    bankfeed: openBankfeed(context, { settle }),
    slips: openSlips(context, { uploads, settle }),
    qrcodes: openQrcodes(context, { settle }),
    giftlinks: openGiftlinks(context, { settle }),
  }
}
