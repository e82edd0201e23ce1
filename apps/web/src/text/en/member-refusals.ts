import { formatMinute } from '#core/format.ts'
import type { RefusalTexts } from '#text/refusal-texts.ts'

const noProviderAccount =
  'We could not find your account at this game provider. Your money has not moved; please contact us.'

export const memberRefusals = {
  // Bonus and promotion.
  BONUS_REMAINING:
    'A bonus condition is still active. Please meet it or end the bonus first. Your money is safe.',
  BONUS_ALREADY_ACTIVE: 'You already have an active bonus. Please end it before you take another.',
  BONUS_MAX_CLAIMED:
    'You have already received this bonus the maximum number of times. Please choose another.',
  BONUS_CONDITION:
    'The bonus cannot be ended yet, because its condition is not met. Your balances are unchanged.',
  BONUS_CLEAR:
    'The bonus has ended. Game balances were set to 0; what was deducted is listed below.',
  BONUS_NO_DEPOSIT:
    'This bonus is a share of a deposit, and you have none left to use for it. Please make a deposit, then receive the bonus before you play.',
  BONUS_FULL: 'This promotion has reached its maximum. Please choose another.',
  NO_PROMOTION: 'We could not find a promotion with this code. Please check the code.',
  PROMOTION_RECEIVED: 'You have already received this promotion.',

  // Rewards.
  REWARD_HELD:
    'We are checking this before we pay it. None of it is lost; you can ask us in the chat.',

  // Invite.
  INVITE_COLLECT: 'You have already collected your invite bonus.',
  INVITE_INACTIVE: 'The invite bonus is not available at the moment.',
  NO_INVITE_BONUS:
    'There is no invite bonus to collect yet. It is worked out from your friends’ net losses when a period ends.',
  NO_INVITEE_PLAY_INFO: 'There is no record of your friends playing yet. Please check again later.',
  INVITE_BONUS_SUCCESS: 'Your invite bonus is in your wallet.',
  INVITE_BONUS_FAIL:
    'We could not pay out your invite bonus right now. It is still yours; please try again in a moment.',

  // Refund.
  NO_REFUND: 'There is no refund to receive at the moment.',
  REFUND_CONDITION:
    'You cannot receive a refund while a bonus is active. Please end the bonus first.',
  REFUND_SUCCESS: 'Your refund is in your wallet.',
  REFUND_INACTIVE: 'Refunds are not available at the moment.',
  REFUND_MINIMUM: 'Your refund must be above 0\u00A0baht (or kip) before you can receive it.',

  // Wallet and games.
  QR_FAIL:
    'We could not create the QR code, and you have not been charged. Please check the amount, or deposit another way.',
  NO_BANK: 'We could not find this bank account. Please choose another, or contact us.',
  NO_WALLET: 'We could not find this wallet account. Please open the page again, or contact us.',
  NOT_AREASLOT: noProviderAccount,
  NOT_UFABET: noProviderAccount,
  SLOT_ALREADY_ACTIVE: 'You already have an account for this game. You can play now.',
  SLOT_ACTIVATE_FAIL:
    'The game account could not be opened right now. Your money has not moved; please try again in a moment.',
  SLOT_NO_ACCOUNT: 'You have no account for this game yet. Please open one first.',
  SLOT_RESET_PASSWORD_FAIL:
    'The game password could not be changed right now. Please try again in a moment.',
  NO_GAME: 'We could not find this game. Please choose another.',
  MONEY_NOT_ENOUGH:
    'There is not enough money in your balance, so nothing was moved. Please enter a smaller amount.',
  TRANSFER_MINIMUM: (amount) =>
    amount === null
      ? 'The amount to transfer must be above 0. Nothing was moved.'
      : `The minimum transfer is ${amount}. Nothing was moved.`,
  TRANSFER_FAIL:
    'The transfer did not go through. Your money is back in your wallet, or in the game it came from.',
  TRANSFER_PENDING:
    'We are still confirming your transfer. Your money is safe; please do not send it again.',
  WITHDRAW_MINIMUM: (amount) =>
    amount === null
      ? 'This is below the minimum withdrawal. Your money is still in your wallet.'
      : `The minimum withdrawal is ${amount}. Your money is still in your wallet.`,
  WITHDRAW_MAXIMUM: (amount) =>
    amount === null
      ? 'This is above the maximum withdrawal. Your money is still in your wallet.'
      : `The maximum withdrawal is ${amount}. Your money is still in your wallet.`,
  WITHDRAW_PENDING:
    'You already have a withdrawal in progress. Please try again once it is complete.',

  // Slip and gift link.
  SLIP_UPLOAD_FAIL:
    'We could not upload your slip right now. Please keep it and try again in a moment, or contact us.',
  FILE_LOST: 'We no longer have this file, and we are sorry. Please send it to us again.',
  SLIP_NO_FILE: 'Please choose the picture of your slip first.',
  SLIP_INVALID_FILE: 'This file cannot be used. Please choose a PNG or JPEG picture of your slip.',
  TRUELINK_DUPLICATE:
    'This gift link has already been submitted, and each link can be used only once. Please check your statement.',
  TRUELINK_INVALID: 'This gift link is invalid or already used. Please check it or use a new one.',
  TRUELINK_OTHER_PHONE:
    'This gift was sent from another phone number, so we have not opened it. The money is still in the link. Please use a gift from the number you registered.',

  // Spin coupon.
  NO_CLAIMABLE_COUPON: 'There is no coupon to claim right now.',
  INVALID_PRIZE_CODE: 'This prize could not be found. Please open the page again.',
  INVALID_CODE: 'This code is not valid. Please check it and try again.',
  INVALID_COUPON_TYPE: 'This kind of coupon cannot be claimed here. Please contact us.',
  COUPON_EXPIRED: 'This coupon has expired and can no longer be claimed.',

  // Calls that count once.
  KEY_REUSED:
    'The details have changed since you sent this. Nothing new was done; please start again.',
  REQUEST_IN_PROGRESS:
    'We are still working on your first request. Please wait; no need to send it again.',
  ABANDONED: 'This request was stopped before it began. Nothing was moved, and you can try again.',

  // Limits.
  DAY_LIMIT: (againAtMs) =>
    `You have reached the limit for 24 hours. ${againAtMs === null ? 'Please try again later.' : `You can go on from ${formatMinute(againAtMs)}.`} All the money in a game can always be moved back to your wallet.`,
} satisfies Partial<RefusalTexts>

/** English decides which pack holds a code; the other languages must follow. */
export type MemberRefusals = Pick<RefusalTexts, keyof typeof memberRefusals>
