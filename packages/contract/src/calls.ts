import type { z } from 'zod'
import * as account from './account.ts'
import * as bonus from './bonus.ts'
import * as chat from './chat.ts'
import * as deposits from './deposits.ts'
import type { EndpointShape } from './endpoint.ts'
import * as games from './games.ts'
import * as invite from './invite.ts'
import * as lookup from './lookup.ts'
import * as notices from './notices.ts'
import * as otp from './otp.ts'
import * as outcome from './outcome.ts'
import * as passkeys from './passkeys.ts'
import * as promotion from './promotion.ts'
import * as refund from './refund.ts'
import * as session from './session.ts'
import * as spinwheel from './spinwheel.ts'
import * as statement from './statement.ts'
import * as transfers from './transfers.ts'
import * as wallet from './wallet.ts'
import * as withdrawals from './withdrawals.ts'

/** Every call by its word; the order is that of the documentation. */
export const callsByWord = {
  lookup: [
    lookup.listBanks,
    lookup.readDepositAccounts,
    lookup.readConditions,
    lookup.readAgreements,
    lookup.readInfo,
    lookup.readNotice,
    lookup.readContact,
    lookup.readWithdrawalLimits,
    lookup.readSlipWindow,
    lookup.listSources,
    lookup.readActive,
    lookup.readRegisterOtp,
    lookup.readEnableChatWidget,
  ],
  account: [
    account.validateRegistration,
    account.register,
    account.readProfile,
    account.changeProfile,
    account.changeBankAccountName,
    account.changePassword,
    account.forgetPassword,
    account.resetPassword,
  ],
  session: [
    session.login,
    session.logout,
    session.identify,
    session.listDevices,
    session.endOtherDevices,
    session.endDevice,
  ],
  passkeys: [
    passkeys.askForPasskey,
    passkeys.logInByPasskey,
    passkeys.askForOwnPasskey,
    passkeys.listPasskeys,
    passkeys.addPasskey,
    passkeys.removePasskey,
  ],
  otp: [otp.sendOtp, otp.verifyOtp, otp.readOtpChallenge],
  wallet: [wallet.readWallet, wallet.readUnderWay],
  games: [
    games.refreshGames,
    games.activateGame,
    games.readGameCredentials,
    games.resetGamePassword,
    games.autoLogin,
  ],
  transfers: [transfers.transfer, transfers.transferAll],
  deposits: [
    deposits.requestManualDeposit,
    deposits.uploadSlip,
    deposits.redeemGiftLink,
    deposits.readQr,
    deposits.createQr,
    deposits.cancelQr,
  ],
  withdrawals: [withdrawals.withdraw, withdrawals.withdrawAll, withdrawals.readCurrentWithdrawal],
  bonus: [
    bonus.listBonuses,
    bonus.activateBonus,
    bonus.readActiveBonus,
    bonus.readBonusMinimum,
    bonus.clearBonus,
    bonus.readBonusOffer,
    bonus.previewClearBonus,
    bonus.readBonusBill,
  ],
  promotion: [
    promotion.readCurrentPromotion,
    promotion.findPromotion,
    promotion.readPromotionOffer,
    promotion.activatePromotion,
  ],
  invite: [invite.listInvites, invite.receiveInviteBonus, invite.listInviteBanners],
  refund: [
    refund.listRefunds,
    refund.checkRefund,
    refund.receiveRefund,
    refund.addRefundToWallet,
    refund.listRefundBanners,
  ],
  spinwheel: [
    spinwheel.readWheel,
    spinwheel.spinWheel,
    spinwheel.listCoupons,
    spinwheel.claimCoupon,
    spinwheel.readWheelActive,
    spinwheel.revealSpins,
  ],
  statement: [
    statement.listStatement,
    statement.listSlips,
    statement.readSlipPicture,
    statement.readStatementBalances,
    statement.listStatementBefore,
    statement.listStatementDays,
    statement.readStatementRow,
  ],
  chat: [
    chat.readChatConfig,
    chat.sendMessage,
    chat.readHistory,
    chat.uploadChatImage,
    chat.uploadChatVideo,
    chat.markChatRead,
  ],
  notices: [notices.readNoticeMarks, notices.listNotices, notices.markNoticesRead],
  outcome: [outcome.readOutcome],
} as const satisfies Record<string, readonly EndpointShape[]>

export type Word = keyof typeof callsByWord
export type Call = (typeof callsByWord)[Word][number]

export const calls: readonly Call[] = Object.values(callsByWord).flat()

/** The name of a call everywhere: `POST /api/wallet/withdraw`, with the path as the contract writes it. */
export type CallName = NameOf<Call>
type NameOf<C extends EndpointShape> = C extends unknown ? `${C['method']} ${C['path']}` : never

export function nameOfCall<C extends EndpointShape>(call: C): NameOf<C> {
  return `${call.method} ${call.path}` as NameOf<C>
}

/** The calls by name, for types: `CallByName['POST /api/wallet/withdraw']`. */
export type CallByName = { [C in Call as NameOf<C>]: C }

/** The calls that accept an `Idempotency-Key`. */
export type KeyedCallName = NameOf<Extract<Call, { keyed: true }>>

// Resolved where the type is used: the page has a DOM, this package has none.
type Form = typeof globalThis extends { FormData: new () => infer F } ? F : never

/** A client's input: path parameters and JSON body in one object, a form for uploads, nothing for the rest. */
export type CallInput<N extends CallName> = CallByName[N] extends { multipart: object }
  ? Form
  : CallByName[N] extends { input: infer I extends z.ZodObject }
    ? z.input<I>
    : undefined

/** The output as on the wire, where amounts are numbers. */
export type CallOutput<N extends CallName> = z.input<CallByName[N]['output']>
