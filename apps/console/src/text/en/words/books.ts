import type { SlipReason } from '@kapao/contract/refusals'
import type { AccountKindName, MovementKindName } from '@kapao/contract/console/books'
import type { Language, WithdrawalReason } from '@kapao/contract/limits'

/** Accounts of the ledger. */
export const accounts: Record<AccountKindName, string> = {
  wallet: 'Wallet',
  coin: 'Coins',
  game: 'Game',
  transfer: 'On the way to or from a game',
  withdrawal: 'Held for a withdrawal',
  forfeit: 'Forfeited when a bonus ended',
  bank: 'Our bank account',
  gateway: 'Gateway',
  giftlink: 'Wallet for gift links',
  payout: 'Payout channel',
  provider: 'Game provider',
  suspense: 'Suspense',
  bonus: 'Bonuses',
  promotion: 'Promotions',
  invite: 'Invite rewards',
  refund: 'Refunds',
  prize: 'Prizes of the wheel',
  opening: 'Opening balances',
}

/** Movements of the ledger. */
export const movements: Record<MovementKindName, string> = {
  opening: 'Opening balance',
  deposit: 'Deposit',
  suspense: 'Into suspense',
  suspense_release: 'Out of suspense',
  transfer_hold: 'Transfer begun',
  transfer_settle: 'Transfer done',
  transfer_return: 'Transfer returned',
  withdrawal_hold: 'Held for a withdrawal',
  withdrawal_paid: 'Withdrawal paid',
  withdrawal_return: 'Withdrawal returned',
  play_result: 'Result of play',
  bonus: 'Bonus',
  promotion: 'Promotion',
  invite: 'Invite reward',
  refund: 'Refund',
  prize: 'Prize of the wheel',
  forfeit: 'Forfeited when a bonus ended',
  coin_grant: 'Coins received',
  coin_spend: 'Coins spent',
  correction: 'Correction',
}

/** What a member reads of a withdrawal. */
export const withdrawals: Record<WithdrawalReason, string> = {
  ACCOUNT_CLOSED: 'The bank account is closed or cannot receive money',
  ACCOUNT_NAME: 'The account name is not the member’s',
  IDENTITY_CHECK: 'The identity must be verified first',
  BONUS_TERMS: 'The conditions of the bonus are not met',
  SERVICE_TERMS: 'Against the terms of use',
  BANK_REFUSED: 'The bank did not accept it',
  GAMES_SHORT: 'The games gave back too little',
  ACCOUNT_CHANGED: 'The bank account was changed recently',
  UNDER_REVIEW: 'It is being checked',
  ASKING_BANK: 'The bank is being asked',
}

/** Why a slip was refused. */
export const slips: Record<SlipReason, string> = {
  UPLOADED_FILE_NOT_EXIST: 'The picture is missing',
  IMG_SIZE_UNABLE_TO_PROCESS: 'The picture is too large or too small',
  CANNOT_READ_CROPPED_IMAGE: 'No code can be read in the picture',
  DEST_ACC_INVALID: 'It was paid to an account that is not ours, or not in the member’s currency',
  SLIP_REFNO_DUPLICATED: 'The transfer was shown before',
  UNSTABLE_REFNO_ON_SLIP: 'The reference on the slip is unreadable',
  TRIPPLE_WRONG_CAPTCHA: 'Captcha wrong three times in a row',
  INVALID_SLIP: 'The slip is unreadable (no transfer found)',
  NOT_MATCH: 'It was not paid from the member’s account',
  EXPIRED_SLIP: 'It was uploaded too long after the transfer',
  UNKNOW_ERROR: 'Unknown error',
}

export const languages: Record<Language, string> = {
  th: 'Thai',
  la: 'Lao',
  en: 'English',
}

/** Who an action of the trail is by. */
export const actors = {
  operator: 'Operator',
  member: 'Member',
  system: 'The system',
}

/** Why a login ended. */
export const ends: Record<string, string> = {
  logout: 'by the member',
  password: 'the password was changed',
  deactivated: 'the member was deactivated',
  operator: 'by an operator',
  newer: 'too many newer logins',
}
