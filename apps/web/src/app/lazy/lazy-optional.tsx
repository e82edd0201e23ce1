import type { ComponentType } from 'react'
import { useOnline } from '@kapao/ui/online.ts'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

/** For parts that a screen can do without: if one cannot be fetched, nothing is shown until the connection is back. */
export function lazyOptional<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadText: () => Promise<unknown>,
): LazyScreen<P> {
  const { Screen: Inner, ...rest } = lazyScreen(load, loadText)

  function Screen(props: P) {
    return (
      <ErrorBoundary key={String(useOnline())} onError={rest.renew} renderFallback={() => null}>
        <Inner {...props} />
      </ErrorBoundary>
    )
  }

  return { Screen, ...rest }
}
