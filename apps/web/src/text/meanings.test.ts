import type { SlipReason } from '@kapao/contract/refusals'
import { expect, test } from 'vitest'
import { slipReasons } from './en/slip-reasons.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from './packs.ts'

const { refusals: publicRefusals } = await loadPublicText('en')
const { refusals: visitorRefusals } = await loadVisitorText('en')
const { refusals: memberRefusals, transferFailed } = await loadMemberText('en')
const refusals = { ...publicRefusals, ...visitorRefusals, ...memberRefusals }

/** The codes whose meaning the requirements give, and what the English text must say. */
const meanings: [id: string, code: keyof typeof refusals, meaning: RegExp][] = [
  ['ERRC-01', 'UNAUTHORIZED', /please log in/i],
  ['ERRC-02', 'EXPIRED_AUTH_TOKEN', /verify your identity.*log in again/i],
  ['ERRC-03', 'INVALID_USER_1', /invalid user/i],
  ['ERRC-04', 'INVALID_USER_2', /invalid user/i],
  ['ERRC-05', 'INVALID_USER_3', /invalid user/i],
  ['ERRC-06', 'INVALID_USER_4', /invalid user/i],
  ['ERRC-07', 'INVALID_IP', /not available from your connection/i],
  ['ERRC-08', 'NOT_AREASLOT', /could not find your account.*provider/i],
  ['ERRC-09', 'NOT_UFABET', /could not find your account.*provider/i],
  ['ERRC-10', 'OTP_BLOCK', /too many.*wait/i],
  ['ERRC-11', 'REQUEST_LIMIT', /too many requests.*wait.*an hour or longer/i],
  ['ERRC-12', 'REQUEST_LIMIT_1MIN', /wait about 1 minute/i],
  ['ERRC-15', 'OTP_VERIFIED', /already confirmed/i],
  ['ERRC-16', 'OTP_EXPIRED', /expired/i],
  ['ERRC-21', 'UNVERIFIED_OTP', /confirm your phone number first/i],
  ['ERRC-22', 'EXISTING_USER', /already registered/i],
  ['ERRC-23', 'EXISTING_BANK', /bank account is already in use/i],
  ['ERRC-26', 'BANK_ACCOUNT_NAME_ENG', /^Bank account name must be in English only$/],
  ['ERRC-31', 'WRONG_CREDENTIAL', /phone number or password/i],
  ['ERRC-32', 'INACTIVE_USER', /has been deactivated/i],
  ['ERRC-34', 'PHONE_NUMBER_REQUIRE_10_DIGIT', /^The phone number must support 10 digits$/],
  ['ERRC-35', 'BONUS_REMAINING', /bonus condition is still active/i],
  ['ERRC-38', 'BONUS_CONDITION', /cannot be ended.*condition is not met/i],
  ['ERRC-39', 'BONUS_CLEAR', /bonus has ended/i],
  ['ERRC-40', 'BONUS_FULL', /promotion has reached its maximum/i],
  ['ERRC-43', 'INVITE_COLLECT', /already collected/i],
  ['ERRC-59', 'REFUND_MINIMUM', /above 0\sbaht/i],
  ['ERRC-69', 'MONEY_NOT_ENOUGH', /not enough money/i],
  ['ERRC-75', 'TRUELINK_INVALID', /invalid or already used/i],
]

test.each(meanings)('%s %s has the meaning that the requirements give', (_id, code, meaning) => {
  expect(refusals[code]).toMatch(meaning)
})

test('ERRC-70 of a transfer from the wallet the money is back there; where its source is not known, there or in a game', () => {
  expect(transferFailed.fromWallet).toMatch(/back in your wallet\.$/i)
  expect(refusals.TRANSFER_FAIL).toMatch(/back in your wallet, or in the game it came from/i)
})

test('ERRC-67 the minimum of a transfer is named, or at least above 0', () => {
  expect(refusals.TRANSFER_MINIMUM('1.00 baht')).toContain('1.00 baht')
  expect(refusals.TRANSFER_MINIMUM(null)).toMatch(/above 0/)
})

const reasons: [id: string, reason: SlipReason, meaning: RegExp][] = [
  ['SLIP-09', 'UPLOADED_FILE_NOT_EXIST', /^incorrect slip/i],
  ['SLIP-10', 'IMG_SIZE_UNABLE_TO_PROCESS', /^incorrect slip/i],
  ['SLIP-11', 'CANNOT_READ_CROPPED_IMAGE', /^incorrect slip/i],
  ['SLIP-12', 'DEST_ACC_INVALID', /wrong destination account/i],
  ['SLIP-13', 'SLIP_REFNO_DUPLICATED', /duplicate slip/i],
  ['SLIP-14', 'UNSTABLE_REFNO_ON_SLIP', /unreadable reference/i],
  ['SLIP-15', 'TRIPPLE_WRONG_CAPTCHA', /captcha.*wrong three times in a row/i],
  ['SLIP-16', 'INVALID_SLIP', /unreadable slip/i],
  ['SLIP-17', 'NOT_MATCH', /does not match the one you registered/i],
  ['SLIP-18', 'EXPIRED_SLIP', /expired slip/i],
  ['SLIP-19', 'UNKNOW_ERROR', /unknown error.*contact the admin/i],
]

test.each(reasons)('%s %s has the meaning that the requirements give', (_id, reason, meaning) => {
  expect(slipReasons[reason]).toMatch(meaning)
})
