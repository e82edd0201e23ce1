/**
 * Every number and closed list that page and server must agree on. This file imports nothing, so that the page may
 * load it at run time without the schemas.
 */

export const appVersion = '1.1.14'

// Calls.
export const requestTimeoutMs = 60_000
export const uploadTimeoutMs = 300_000
/** The mark of this client, sent in the header `x-client`. */
export const clientMark = 'wallet-user'
export const pageSizeMax = 100
/** A key must be too long to guess and short enough to index. */
export const idempotencyKeyForm = /^[A-Za-z0-9_-]{16,64}$/

// Variants and languages.
export const variants = ['thai', 'laos'] as const
export type Variant = (typeof variants)[number]
export const languages = ['th', 'la', 'en'] as const
export type Language = (typeof languages)[number]

export function defaultLanguage(variant: Variant): Language {
  return variant === 'laos' ? 'la' : 'th'
}

/** A wallet has one of these permanently; coins are separate. */
export const walletCurrencies = ['BAHT', 'LAK'] as const
export type WalletCurrency = (typeof walletCurrencies)[number]

/** The currencies that a member may choose at registration; the first is preselected. */
export function currenciesOffered(variant: Variant): readonly WalletCurrency[] {
  return variant === 'laos' ? ['LAK', 'BAHT'] : ['BAHT']
}

// Withdrawals.
/** The stages that a withdrawal never leaves. */
export const finalWithdrawalStages = ['PAID', 'RETURNED', 'FAILED'] as const
/** Why an operator rejects one. */
export const rejectionReasons = [
  'ACCOUNT_CLOSED',
  'ACCOUNT_NAME',
  'IDENTITY_CHECK',
  'BONUS_TERMS',
  'SERVICE_TERMS',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]
/** Why one waits or was returned, shown to the member in plain words. */
export const withdrawalReasons = [
  ...rejectionReasons,
  'BANK_REFUSED',
  'GAMES_SHORT',
  'ACCOUNT_CHANGED',
  'UNDER_REVIEW',
  'ASKING_BANK',
] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

// Registration and login.
export const phoneLength = 10
export const passwordLengthMin = 8
export const passwordLengthMax = 128
export const registrationRedirectDelayMs = 2_000
export const otpLength = 6
export const otpLifetimeMs = 300_000
export const otpResendDelayMs = 60_000
export const otpTriesMax = 5
export const otpBlockMs = 900_000
export const phoneVerifiedLifetimeMs = 1_800_000
export const recommendedBanks = ['KBANK', 'SCB'] as const

/** Banks that know a member only by an English name. */
export const englishOnlyBanks = ['KTB', 'TMB', 'BBL'] as const
const englishName = /^[A-Za-z\s]+$/

export function needsEnglishName(bankCode: string): boolean {
  return (englishOnlyBanks as readonly string[]).includes(bankCode)
}

export function isEnglishName(name: string): boolean {
  return englishName.test(name) && name.trim() !== ''
}

/** The Laos variant accepts any phone; the other counts characters and leaves digits to the server. */
export function phoneLengthIsRight(phone: string, variant: Variant): boolean {
  return variant === 'laos' || phone.length === phoneLength
}

// Deposits.
export const depositBankCodes = [
  'SCB',
  'KBANK',
  'GSB',
  'BCEL',
  'KTB',
  'TMB',
  'BBL',
  'WW',
  'PAYTIMZ',
  'PAYONEX',
  'ZPAY',
] as const
export const depositBankTypes = ['PAYMENT', 'bank'] as const
export const depositModes = ['AUTO', 'SMS', 'manual'] as const

export const qrProviders = ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'ZPAY'] as const
export type QrProvider = (typeof qrProviders)[number]
/** Below this the create button does nothing, whatever the provider's minimum. */
export const qrAmountMin = 1
export const qrTickMs = 1_000
export const qrLifetimeMinutes = 15
export const giftLinkMin = 2
/** Separates the gift link and the wallet account's name in the encrypted text. */
export const giftLinkSeparator = '::'
export const creditedWithinMinutes = 1
export const slipUploadWithinMinutes = 60
export const nameEditCopyDelayMs = 1_000

// Slips.
export const slipSizeMaxMb = 10
export const slipPagesBefore = 3
export const slipPagesAfter = 1

// Transfers and games.
export const transferMin = 1
/** The name of the main wallet in `from` and `to`. */
export const mainWallet = 'wallet'
export const gameCategories = ['slot', 'sport', 'lotto'] as const

// Page sizes of lists, one screen each.
export const statementPageSize = 10
/** The most rows that one call of an export may read: they are encoded in one piece, while everybody else waits. */
export const statementBatchMax = 200
/** The number of days in the chart of money in and out. */
export const statementDaysShown = 14
export const slipPageSize = 10
/** The most notices that one call lists. */
export const noticePageMax = 20
export const invitePageSize = 10
export const refundPageSize = 10
export const couponPageSize = 3

// Screens.
export const errorToastMs = 4_000
export const successToastMs = 4_000
export const loadingDelayMs = 200
export const agreementDelayMs = 1_500

// Chat.
export const chatPageSize = 10
export const chatTextLengthMax = 2_000
export const chatImageSizeMaxMb = 10
export const chatVideoSizeMaxMb = 20
export const socketCheckMs = 5_000
export const socketReconnectMs = 500
export const chatReadDelayMs = 1_000
export const chatBottomTolerancePx = 60
export const chatBubbleDelayMs = 100
export const bytesOfMb = 1024 * 1024
