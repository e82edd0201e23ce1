import { Suspense, useEffect, type ReactNode } from 'react'
import { useI18n, type I18n } from '#core/i18n.tsx'
import { forgetRegisterDraft } from '#core/session/register-draft.ts'
import { mayFetchAhead, whenIdle } from '#core/start/idle.ts'
import { paths, type AppPath } from '#shared/paths.ts'
import { HomeScreen } from '../features/home/home-screen.tsx'
import { walletQuery } from '#shared/wallet/wallet.ts'
import { readFirst } from './first-queries.ts'
import { Guarded } from './guarded.tsx'
import type { LazyScreen } from './lazy/lazy-screen.tsx'
import { loadParts, membersScreens } from './member-screens.ts'
import { MemberShell } from './shell/member-shell.tsx'

type Screens = ReturnType<typeof membersScreens>

/** Everything behind the login; home is part of this file, the other screens are fetched when they are opened. */
export function MemberPart({ path }: { path: AppPath }) {
  const screens = membersScreens(useI18n())
  useEffect(forgetRegisterDraft, [])
  // A failure shows itself where a part is opened.
  useEffect(() => void loadParts().catch(() => undefined), [])
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

/** Runs while a prerendered screen is shown, so that its replacement is drawn once, and complete. */
export async function prepareScreen(i18n: I18n, path: string): Promise<void> {
  if (path === paths.home) await readFirst([walletQuery])
  const { profile, statement, contact, bonus, spin, underWay, games } = membersScreens(i18n)
  const screens: Record<string, Pick<LazyScreen<object>, 'preload'>> = {
    [paths.profile]: profile,
    [paths.statement]: statement,
    [paths.userContact]: contact,
    [paths.bonus]: bonus,
    [paths.spin]: spin,
  }
  const screen = screens[path]
  // Of home, or for a member about to log in: everything below the card, fetched while the card is drawn.
  if (!screen) return void Promise.all([underWay.preload(), games.preload()])
  const firstReads = await screen.preload()
  if (firstReads) await readFirst(firstReads(i18n.read().language))
}

/** Prefetches the sheets and screens that members open first, one after the other, so that a tap finds them loaded. */
async function fetchAhead(screens: Screens): Promise<void> {
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

function screenAt(path: AppPath, screens: Screens): ReactNode {
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
  if (path === '/user/statement') return <screens.statement.Screen />
  if (path === '/user/bonus') return <screens.bonus.Screen />
  if (path === '/user/spin') return <screens.spin.Screen />
  return (
    <HomeScreen
      sheets={{
        deposit: (sheetProps) => (
          <screens.deposit.Screen
            {...sheetProps}
            renderQr={(props) => <screens.depositQr.Screen {...props} />}
            renderGift={(props) => <screens.depositGift.Screen {...props} />}
          />
        ),
        transfer: (sheetProps) => <screens.transfer.Screen {...sheetProps} />,
        withdraw: (sheetProps) => <screens.withdraw.Screen {...sheetProps} />,
        invite: (sheetProps) => <screens.earned.Screen {...sheetProps} sheet="invite" />,
        inviteReceive: (sheetProps) => (
          <screens.earned.Screen {...sheetProps} sheet="inviteReceive" />
        ),
        refund: (sheetProps) => <screens.earned.Screen {...sheetProps} sheet="refund" />,
      }}
      renderUnderWay={(sheetProps) => (
        <Suspense>
          <screens.underWay.Screen {...sheetProps} />
        </Suspense>
      )}
      renderAgreement={(props) => (
        <Suspense>
          <screens.agreement.Screen {...props} />
        </Suspense>
      )}
      renderGames={(gamesProps) => (
        <Suspense>
          <screens.games.Screen {...gamesProps} />
        </Suspense>
      )}
      renderGame={({ game, open, ...sheetProps }) => (
        <screens.gameAccount.Screen
          {...sheetProps}
          code={game}
          onTransfer={(amount) => open({ sheet: 'transfer', game, amount })}
        />
      )}
    />
  )
}
