import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { useToken } from '#core/session/use-token.ts'
import { go } from '#shared/link.tsx'
import { useSettings } from '#shared/page-settings.tsx'
import type { AppPath } from '#shared/paths.ts'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { LoginScreen } from '../features/login/login-screen.tsx'
import { Guarded } from './guarded.tsx'
import { nextStep } from './guards.ts'
import { publicScreenAt, type Screens } from './screens.ts'
import { PublicShell } from './shell/public-shell.tsx'
import { Waiting } from './shell/waiting.tsx'

/** The whole site: every address, its guard and what it shows. */
export function Router({ screens }: { screens: Screens }) {
  const pathname = usePathname()
  const token = useToken()
  const { brand } = useSettings()
  const step = nextStep(pathname, token !== null)

  switch (step.kind) {
    case 'nowhere':
      return (
        <Suspense>
          <screens.notFound.Screen brandName={brand.name} />
        </Suspense>
      )
    case 'terminated':
      return (
        <Suspense>
          <screens.terminated.Screen />
        </Suspense>
      )
    case 'redirect':
      return <Redirect to={step.to} />
    case 'public':
      return (
        <PublicShell path={step.path}>
          <Guarded path={step.path}>{publicScreen(step.path, screens)}</Guarded>
        </PublicShell>
      )
    case 'member':
      // Another token is another member, whose page must not start with the data of the last one.
      return (
        <Suspense key={token} fallback={<Waiting />}>
          <screens.memberPart.Screen path={step.path} />
        </Suspense>
      )
  }
}

function publicScreen(path: AppPath, screens: Screens): ReactNode {
  const later = publicScreenAt(path, screens)
  return later ? (
    <later.Screen />
  ) : (
    <LoginScreen
      onIntent={() => void screens.memberPart.preload()}
      renderForgotten={(phone, close, setFault) => (
        <ErrorBoundary
          renderFallback={() => null}
          onError={(error) => {
            // The next tap fetches it again.
            screens.forgotten.renew()
            close()
            setFault(error)
          }}
        >
          <Suspense>
            <screens.forgotten.Screen
              phone={phone}
              onClose={() => {
                setFault(null)
                close()
              }}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      renderEnded={(why, plainly) => (
        <ErrorBoundary renderFallback={() => plainly}>
          <Suspense fallback={plainly}>
            <screens.ended.Screen why={why} />
          </Suspense>
        </ErrorBoundary>
      )}
    />
  )
}

/** The back button must not return to an address that only redirects. */
function Redirect({ to }: { to: AppPath }) {
  useLayoutEffect(() => go(to, { replace: true }), [to])
  return null
}
