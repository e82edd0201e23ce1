import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useI18n, type I18n } from '#core/i18n.tsx'
import { textsFor } from '#core/own-text/texts-for.ts'
import { mayFetchAhead, whenIdle } from '#core/start/idle.ts'
import { bonusTexts } from '#shared/bonus/bonus-text.ts'
import { depositTexts } from '#shared/deposit/deposit-text.ts'
import { spinTexts } from '#shared/spin/spin-text.ts'
import { transferTexts } from '#shared/transfer/transfer-text.ts'
import { withdrawTexts } from '#shared/withdraw/withdraw-text.ts'
import type { AppPath } from '#shared/paths.ts'
import { GamesPanel } from '../features/games/games-panel.tsx'
import { HomeScreen } from '../features/home/home-screen.tsx'
import { Guarded } from './guarded.tsx'
import { lazyOptional } from './lazy/lazy-optional.tsx'
import { lazyScreen } from './lazy/lazy-screen.tsx'
import { lazySheet } from './lazy/lazy-sheet.tsx'
import { MemberShell } from './shell/member-shell.tsx'
import { StatementPart } from './statement/statement-part.tsx'

export { readFirst } from './first-queries.ts'

/** Everything behind the login; home is part of this file, the other screens are fetched when they are opened. */
export function MemberPart({ path }: { path: AppPath }) {
  const i18n = useI18n()
  const [screens] = useState(() => createScreens(i18n))
  useEffect(() => whenIdle(() => void fetchAhead(screens)), [screens])
  return (
    <MemberShell
      path={path}
      renderConditions={(close) => <screens.conditions.Screen onClose={close} />}
    >
      <Guarded path={path}>{screenAt(path, screens)}</Guarded>
    </MemberShell>
  )
}

/** The sheets and screens that members open first, one after the other, so that a tap finds them there. */
async function fetchAhead(screens: ReturnType<typeof createScreens>): Promise<void> {
  if (!mayFetchAhead()) return
  for (const name of [
    'deposit',
    'transfer',
    'withdraw',
    'gameAccount',
    'conditions',
    'profile',
  ] as const)
    await screens[name].preload()
}

function screenAt(path: AppPath, screens: ReturnType<typeof createScreens>): ReactNode {
  if (path === '/user/profile')
    return (
      <screens.profile.Screen
        renderChangePassword={(close) => (
          <Suspense>
            <screens.changePassword.Screen onClose={close} />
          </Suspense>
        )}
      />
    )
  if (path === '/user/contact') return <screens.contact.Screen />
  if (path === '/user/statement') return <StatementPart />
  if (path === '/user/bonus') return <screens.bonus.Screen />
  if (path === '/user/spin') return <screens.spin.Screen />
  return (
    <HomeScreen
      sheets={{
        deposit: (door) => (
          <screens.deposit.Screen
            {...door}
            renderQr={(props) => <screens.depositQr.Screen {...props} />}
            renderGift={(props) => <screens.depositGift.Screen {...props} />}
          />
        ),
        transfer: (door) => <screens.transfer.Screen {...door} />,
        withdraw: (door) => <screens.withdraw.Screen {...door} />,
        invite: (door) => <screens.earned.Screen {...door} sheet="invite" />,
        inviteReceive: (door) => <screens.earned.Screen {...door} sheet="inviteReceive" />,
        refund: (door) => <screens.earned.Screen {...door} sheet="refund" />,
      }}
      renderWithdrawal={(onOpen) => (
        <Suspense>
          <screens.withdrawal.Screen onOpen={onOpen} />
        </Suspense>
      )}
      renderGames={({ freshness, ...door }) => (
        <GamesPanel {...door} isFailed={freshness === 'failed'} />
      )}
      renderGame={({ game, ...door }) => <screens.gameAccount.Screen {...door} code={game} />}
    />
  )
}

function createScreens(i18n: I18n) {
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
    earned: lazySheet(async () => (await import('./earned/earned-part.tsx')).EarnedPart, texts),
    withdrawal: lazyOptional(
      async () => (await import('../features/withdraw/withdrawal-card.tsx')).WithdrawalCard,
      textsFor(i18n, withdrawTexts),
    ),
    deposit: lazySheet(
      async () => (await import('../features/deposit/deposit-sheet.tsx')).DepositSheet,
      textsFor(i18n, depositTexts),
    ),
    depositQr: lazyScreen(
      async () => (await import('../features/deposit/qr/qr-panel.tsx')).QrPanel,
      texts,
    ),
    depositGift: lazyScreen(
      async () => (await import('../features/deposit/gift/gift-panel.tsx')).GiftPanel,
      texts,
    ),
    bonus: lazyScreen(
      async () => (await import('../features/bonus/bonus-screen.tsx')).BonusScreen,
      textsFor(i18n, bonusTexts),
    ),
  }
}
