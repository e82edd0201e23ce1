import { openDeciding } from '#desk/decisions/open.ts'
import { openSettingDesk } from '#desk/decisions/setting-routes.ts'
import type { WorkAround } from '#desk/queues/kinds/queues.ts'
import { openWork } from '#desk/queues/open.ts'
import { hasUnshown } from '#channels/bankfeed/unproven-store.ts'
import { hasUnproven } from '#channels/qrcodes/payments/proof-store.ts'
import { openBankfeed } from '#channels/bankfeed/open.ts'
import { mayMoveIn } from '#money/bonus/emptying.ts'
import { openBonus } from '#money/bonus/open.ts'
import { forfeitPlace } from '#money/bonus/store.ts'
import { openChat, type Chat } from '#talk/chat/open.ts'
import { findOwner } from '#talk/chat/routes.ts'
import { openChatFiles } from '#talk/chatfiles/open.ts'
import { openDeposits, type OpenDeposits } from '#money/deposits/open.ts'
import { findDepositOfRequest } from '#money/deposits/request-store.ts'
import { listHeld } from '#money/deposits/store.ts'
import { openGames, type OpenGames } from '#money/games/open.ts'
import { openGiftlinks } from '#channels/giftlinks/open.ts'
import { openInvite } from '#rewards/invite/open.ts'
import { findInviteAmount } from '#rewards/invite/store.ts'
import { openLookup } from '#entry/lookup/open.ts'
import { openNotices, type Notices } from '#records/notices/open.ts'
import { openOperators } from '#records/operators/open.ts'
import { openOtp } from '#entry/otp/open.ts'
import { openOutcome } from '#desk/outcome/open.ts'
import { createHasher } from '#entry/password/hasher.ts'
import { openPassword } from '#entry/password/open.ts'
import { openProfile } from '#entry/profile/open.ts'
import { openPromotion } from '#rewards/promotion/open.ts'
import { openQrcodes } from '#channels/qrcodes/open.ts'
import { openReconcile } from '#desk/reconcile/open.ts'
import { openRefund } from '#rewards/refund/open.ts'
import { openRegistration } from '#entry/registration/open.ts'
import { openReview, type Review } from '#records/review/open.ts'
import { openSession } from '#entry/session/open.ts'
import { joins } from '#entry/sign-in/joining.ts'
import { openSignIn, type SignIn } from '#entry/sign-in/open.ts'
import { listWays } from '#entry/sign-in/store.ts'
import { openSlips } from '#channels/slips/open.ts'
import { openSpinwheel } from '#rewards/spinwheel/open.ts'
import { openStatement } from '#records/statement/open.ts'
import { openPayoutStops } from '#records/payouts/open.ts'
import { openTransfers } from '#money/transfers/open.ts'
import { findOtherHalf } from '#money/transfers/store.ts'
import { sweepGames } from '#money/transfers/move-all.ts'
import { openTakeOut } from '#money/transfers/take-out.ts'
import { openWallet } from '#money/wallet/open.ts'
import { openWithdrawals } from '#money/withdrawals/open.ts'
import { makeSendableDue } from '#money/withdrawals/pay-store.ts'
import type { Capability } from '#context/app-context.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import type { SettleDifference } from '#desk/decisions/guarded/guarded.ts'
import { openHouseNotes } from '#desk/overview/house.ts'
import { openMemberDesk } from '#desk/overview/members/open.ts'
import { openUnderWay } from '#desk/overview/under-way.ts'
import type { ProcessParts } from './process-parts.ts'
import { openPushes, type Pushes } from './pushes.ts'
import { noteDifference } from '#desk/recovery/difference.ts'
import { endDoubt, isInDoubt } from '#desk/recovery/doubt-store.ts'
import { mayBeOldStakes } from '#desk/watch/stakes/old-stakes.ts'
import { openWatch } from '#desk/watch/open.ts'
import { watchRewards, type RewardWatch } from '#desk/watch/rewards/watch.ts'

export type Composition = {
  capabilities: Capability[]
  chat: Chat
  review: Review
  signIn: SignIn
  /** What `kapao recover` rebuilds restored books with. */
  doors: ReturnType<typeof composePlay> &
    Pick<ReturnType<typeof composeChannels>, 'bankfeed' | 'qrcodes'>
}

/** Nobody confirms anything in a process that has no desk. */
const atNoDesk: SettleDifference = () => Promise.reject(new Error('there is no desk here'))

/**
 * The map of the system: every room is opened here, with what it cannot import: what has state and is opened once, and
 * what stands beside or above it and acts. This connects to no database and calls no outside system.
 */
export function compose(
  parts: ProcessParts,
  settleDifference: SettleDifference = atNoDesk,
): Composition {
  const { context, live } = parts
  const notices = openNotices(context)
  const pushes = openPushes({ ...context, ...live })

  const play = composePlay(parts, pushes)
  const deposits = openDeposits(context)
  const channels = composeChannels(parts, deposits)
  const watch = watchRewards(context)
  const given = composeRewards(parts, { ...play, deposits, watch })
  const withdrawals = openWithdrawals(context, {
    needsManualReview: (memberId, isSwept) =>
      mayBeOldStakes(context.db, { memberId, now: context.clock.now(), isSwept }),
    lookAtPayout: watch.lookAtPayout,
    hasUnproven,
    hasUnshown,
    refreshAll: play.wallet.refreshAll,
    bonusBlocks: given.bonus.blocksWithdrawal,
    sweepGames: (sweep) => sweepGames(play.transfers.transfers, sweep),
    notify: (changed) => {
      pushes.withdrawalChanged(changed)
      given.bonus.withdrawalChanged(changed.memberId)
    },
  })
  const talk = composeTalk(parts)
  const review = openReview(context, {
    send: (memberId, notice, sum) => notices.notifyOfAct({ memberId, notice, money: sum }),
    notifyPages: openPushes({ ...context, ...live.here }).actDone,
  })
  const desk = composeDesk(parts)
  const deciding = openDeciding(context)
  const all = [
    ...composeMembers(parts, { notices, games: play.games }),
    ...Object.values(play),
    deposits,
    ...Object.values(channels),
    withdrawals,
    openUnderWay(context),
    openMemberDesk(context, {
      endAllOf: parts.sessions.endAllOf,
      takeBackDeps: deciding.deposits,
    }),
    openHouseNotes(context),
    openSettingDesk(context),
    composeWork(parts, { deciding, settleDifference, askBalance: play.games.askBalance }),
    openStatement(context, { findOtherHalf, findDepositOfRequest, listHeld }),
    ...Object.values(given),
    watch,
    ...Object.values(talk),
    review,
    ...Object.values(desk),
    openLookup(context, { readGiftLinkKey: channels.giftlinks.readKey }),
    openReconcile(context, play.games),
    openWatch(context),
  ]
  const outcome = openOutcome(context, { capabilities: all })
  return {
    capabilities: [...all, outcome],
    chat: talk.chat,
    review,
    signIn: desk.signIn,
    doors: { ...play, ...channels },
  }
}

/** The lists of work, as the console's process serves them. */
function composeWork(
  { context, uploads }: ProcessParts,
  given: Pick<WorkAround, 'deciding' | 'settleDifference' | 'askBalance'>,
): Capability {
  return openWork({
    ...context,
    ...given,
    slipAddressOf: (picture) => uploads.links.make({ folder: 'slips', ...picture }),
  })
}

/** Registration, authentication, and changes by members to their own data. */
function composeMembers(
  { context, sessions }: ProcessParts,
  { notices: { notifyMember }, games }: { notices: Notices; games: OpenGames },
): Capability[] {
  const { clock } = context
  const hasher = createHasher(clock, context.passwordHashCost)
  const otp = openOtp(context)
  return [
    otp,
    openRegistration(context, {
      hashPassword: hasher.hash,
      isVerified: otp.isVerified,
      useVerified: otp.useVerified,
    }),
    openSession(context, {
      hasher,
      startSession: sessions.start,
      endSession: sessions.end,
    }),
    openProfile(context, { notifyMember }),
    openPassword(context, {
      hasher,
      endAllOf: sessions.endAllOf,
      renewGamePasswords: games.renewPasswords,
      sendCode: otp.sendCode,
      verifyCode: otp.verifyCode,
      notifyMember,
    }),
  ]
}

/** Accounts at game providers, transfers to and from them, and the wallet that shows both. */
function composePlay({ context }: ProcessParts, pushes: Pushes) {
  const games = openGames(context)
  const transfers = openTransfers(context, {
    ...games,
    mayMove: mayMoveIn(context.db),
    notifyEnded: pushes.transferEnded,
  })
  const wallet = openWallet(context, {
    ...games,
    findInviteAmount,
    endDoubt,
    isInDoubt,
    noteDifference,
    notifyChanged: pushes.walletChanged,
  })
  return { games, transfers, wallet }
}

/** The channels of incoming money; each passes its payments to the deposits. */
function composeChannels({ context, uploads }: ProcessParts, { settle }: OpenDeposits) {
  return {
    bankfeed: openBankfeed(context, { settle }),
    slips: openSlips(context, { uploads, settle }),
    qrcodes: openQrcodes(context, { settle }),
    giftlinks: openGiftlinks(context, { settle }),
  }
}

type ComposedRooms = ReturnType<typeof composePlay> & { deposits: OpenDeposits; watch: RewardWatch }

/** The rewards: for deposits, codes, friends, losses and coins. */
function composeRewards(
  { context }: ProcessParts,
  { games, transfers, wallet, deposits, watch }: ComposedRooms,
) {
  const bonus = openBonus(context, {
    refreshAll: wallet.refreshAll,
    listCategories: games.listCategories,
    releaseHeld: deposits.releaseHeld,
    takeOut: openTakeOut(transfers.transfers, { to: forfeitPlace, route: 'bonus.clear' }),
    watch,
    release: watch.release,
  })
  const { give } = bonus
  return {
    bonus,
    promotion: openPromotion(context, { ...bonus, watch }),
    invite: openInvite(context, { give, noteLinked: watch.noteLinked }),
    refund: openRefund(context, { give }),
    spinwheel: openSpinwheel(context),
  }
}

/** Conversations, their files, and the menu that answers. */
function composeTalk({ context, guests, live, uploads }: ProcessParts) {
  const files = openChatFiles(context, {
    uploads,
    findOwner: (caller) => findOwner(guests, caller),
  })
  const chat = openChat(context, {
    guests,
    here: live.here,
    addressOf: files.addressOf,
    receiveAtDesk: files.receiveAtDesk,
  })
  return { chat, files }
}

/** The console's operators, and how they sign in. */
function composeDesk({ context, counter }: ProcessParts) {
  const { clock } = context
  const decide = openDecide(context)
  const hasher = createHasher(clock, context.passwordHashCost)
  return {
    operators: openOperators(context, { listWays, joins, decide }),
    signIn: openSignIn(context, { hasher, counter }),
    payouts: openPayoutStops({ ...context, decide, makeDue: makeSendableDue }),
  }
}
