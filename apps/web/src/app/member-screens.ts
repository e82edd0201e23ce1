import { textsFor } from '#core/lazy-text/texts-for.ts'
import { bonusTexts } from '../features/bonus/text/bonus-text.ts'
import { depositTexts } from '../features/deposit/text/deposit-text.ts'
import { spinTexts } from '../features/spin/text/spin-text.ts'
import { transferTexts } from '../features/transfer/text/transfer-text.ts'
import { underWayTexts } from '../features/under-way/text/under-way-text.ts'
import { withdrawTexts } from '../features/withdraw/text/withdraw-text.ts'
import { lazyOptional } from './lazy/lazy-optional.tsx'
import { lazyPanel } from './lazy/lazy-panel.tsx'
import { lazyScreen } from './lazy/lazy-screen.tsx'
import { lazySheet } from './lazy/lazy-sheet.tsx'
import { onceFor } from './lazy/once-for.ts'

/** Every part behind the login that is fetched on demand. */
export const membersScreens = onceFor((i18n) => {
  const texts = textsFor(i18n)
  return {
    contact: lazyScreen(
      async () => (await import('./contact/contact-part.tsx')).ContactPart,
      texts,
    ),
    profile: lazyScreen(
      async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
      texts,
    ),
    changePassword: lazySheet(
      async () => (await import('../features/password/change-sheet.tsx')).ChangeSheet,
      texts,
    ),
    conditions: lazySheet(
      async () => (await import('../features/conditions/conditions-sheet.tsx')).ConditionsSheet,
      texts,
    ),
    gameAccount: lazySheet(
      async () => (await import('../features/game-account/account-sheet.tsx')).AccountSheet,
      texts,
    ),
    spin: lazyScreen(
      async () => (await import('../features/spin/spin-screen.tsx')).SpinScreen,
      textsFor(i18n, spinTexts),
    ),
    transfer: lazySheet(
      async () => (await import('../features/transfer/transfer-sheet.tsx')).TransferSheet,
      textsFor(i18n, transferTexts),
    ),
    withdraw: lazySheet(
      async () => (await import('../features/withdraw/withdraw-sheet.tsx')).WithdrawSheet,
      textsFor(i18n, withdrawTexts),
    ),
    earned: lazySheet(
      async () => (await import('./rewards/reward-sheets.tsx')).RewardSheets,
      texts,
    ),
    underWay: lazyOptional(
      async () => (await import('./home/home-parts.tsx')).UnderWayPart,
      textsFor(i18n, underWayTexts),
    ),
    agreement: lazyOptional(
      async () => (await import('../features/agreement/agreement-part.tsx')).AgreementPart,
      texts,
    ),
    games: lazyOptional(async () => (await import('./home/home-parts.tsx')).GamesPart, texts),
    deposit: lazySheet(
      async () => (await import('../features/deposit/deposit-sheet.tsx')).DepositSheet,
      textsFor(i18n, depositTexts),
    ),
    depositQr: lazyPanel(
      async () => (await import('../features/deposit/qr/qr-panel.tsx')).QrPanel,
      texts,
    ),
    depositGift: lazyPanel(
      async () => (await import('../features/deposit/gift/gift-panel.tsx')).GiftPanel,
      texts,
    ),
    bonus: lazyScreen(
      async () => (await import('../features/bonus/bonus-screen.tsx')).BonusScreen,
      textsFor(i18n, bonusTexts),
    ),
  }
})
