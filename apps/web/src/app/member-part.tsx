import { Suspense, useState, type ReactNode } from 'react'
import { useI18n, type I18n } from '#core/i18n.tsx'
import type { AppPath } from '#shared/paths.ts'
import { HomeScreen } from '../features/home/home-screen.tsx'
import { Guarded } from './guarded.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { MemberShell } from './shell/member-shell.tsx'

/** Everything behind the login; home is part of this file, the other screens are fetched when they are opened. */
export function MemberPart({ path }: { path: AppPath }) {
  const i18n = useI18n()
  const [screens] = useState(() => createScreens(i18n))
  return (
    <MemberShell
      path={path}
      renderConditions={(close) => <screens.conditions.Screen onClose={close} />}
    >
      <Guarded path={path}>{screenAt(path, screens)}</Guarded>
    </MemberShell>
  )
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
  if (path === '/user/statement') return <screens.soon.Screen about="statement" />
  if (path === '/user/bonus') return <screens.soon.Screen about="bonus" />
  if (path === '/user/spin') return <screens.soon.Screen about="spin" />
  return <HomeScreen />
}

function createScreens(i18n: I18n) {
  const member = i18n.loadMemberText
  return {
    contact: lazyScreen(
      async () => (await import('../features/contact/contact-screen.tsx')).ContactScreen,
      member,
    ),
    profile: lazyScreen(
      async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
      member,
    ),
    changePassword: lazyScreen(
      async () => (await import('../features/password/change-sheet.tsx')).ChangeSheet,
      member,
    ),
    conditions: lazyScreen(
      async () => (await import('../features/conditions/conditions-sheet.tsx')).ConditionsSheet,
      member,
    ),
    soon: lazyScreen(async () => (await import('./notice/soon-screen.tsx')).SoonScreen, member),
  }
}
