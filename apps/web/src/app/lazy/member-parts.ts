import type { Language } from '@kapao/contract/limits'
import { bonusTexts } from '../../features/bonus/text/bonus-text.ts'
import { depositTexts } from '../../features/deposit/text/deposit-text.ts'
import { profileTexts } from '../../features/profile/text/profile-text.ts'
import { spinTexts } from '../../features/spin/text/spin-text.ts'
import { statementTexts } from '../../features/statement/text/statement-text.ts'
import { transferTexts } from '../../features/transfer/text/transfer-text.ts'
import { withdrawTexts } from '../../features/withdraw/text/withdraw-text.ts'

/**
 * The parts behind the login that are fetched on demand, each with the texts that only it has. This list, with the
 * files that each part consists of, is a file of its own, because home is drawn before any part is opened.
 */
export const memberParts = {
  contact: async () => (await import('../contact/contact-part.tsx')).ContactPart,
  profile: (language: Language) =>
    withTexts(
      import('../../features/profile/profile-screen.tsx'),
      profileTexts.load(language),
    ).then(({ ProfileScreen }) => ProfileScreen),
  statement: (language: Language) =>
    withTexts(import('../statement/statement-part.tsx'), statementTexts.load(language)).then(
      ({ StatementPart }) => StatementPart,
    ),
  bonus: (language: Language) =>
    withTexts(import('../../features/bonus/bonus-screen.tsx'), bonusTexts.load(language)).then(
      ({ BonusScreen }) => BonusScreen,
    ),
  spin: (language: Language) =>
    withTexts(import('../../features/spin/spin-screen.tsx'), spinTexts.load(language)).then(
      ({ SpinScreen }) => SpinScreen,
    ),
  transfer: (language: Language) =>
    withTexts(
      import('../../features/transfer/transfer-sheet.tsx'),
      transferTexts.load(language),
    ).then(({ TransferSheet }) => TransferSheet),
  withdraw: (language: Language) =>
    withTexts(
      import('../../features/withdraw/withdraw-sheet.tsx'),
      withdrawTexts.load(language),
    ).then(({ WithdrawSheet }) => WithdrawSheet),
  deposit: (language: Language) =>
    withTexts(import('../../features/deposit/deposit-sheet.tsx'), depositTexts.load(language)).then(
      ({ DepositSheet }) => DepositSheet,
    ),
  depositQr: async () => (await import('../../features/deposit/qr/qr-panel.tsx')).QrPanel,
  depositGift: async () => (await import('../../features/deposit/gift/gift-panel.tsx')).GiftPanel,
  changePassword: async () =>
    (await import('../../features/password/change-sheet.tsx')).ChangeSheet,
  conditions: async () =>
    (await import('../../features/conditions/conditions-sheet.tsx')).ConditionsSheet,
  gameAccount: async () =>
    (await import('../../features/game-account/account-sheet.tsx')).AccountSheet,
  agreement: async () =>
    (await import('../../features/agreement/agreement-part.tsx')).AgreementPart,
  earned: async () => (await import('../rewards/reward-sheets.tsx')).RewardSheets,
}

async function withTexts<T>(part: Promise<T>, texts: Promise<unknown>): Promise<T> {
  const [loaded] = await Promise.all([part, texts])
  return loaded
}
