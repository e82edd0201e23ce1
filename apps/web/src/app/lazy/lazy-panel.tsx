import type { ComponentType } from 'react'
import { useOnline } from '@kapao/ui/online.ts'
import { useText } from '#core/i18n.tsx'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

/**
 * A panel of a sheet: if it cannot be fetched, the rest of the sheet stays, and it is fetched again when the connection
 * is back.
 */
export function lazyPanel<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadText: () => Promise<unknown>,
): LazyScreen<P> {
  const { Screen: Inner, ...rest } = lazyScreen(load, loadText)

  function Screen(props: P) {
    return (
      <ErrorBoundary
        key={String(useOnline())}
        onError={rest.renew}
        renderFallback={(again) => <PanelFailure onAgain={again} />}
      >
        <Inner {...props} />
      </ErrorBoundary>
    )
  }

  return { Screen, ...rest }
}

function PanelFailure({ onAgain }: { onAgain: () => void }) {
  const text = useText()
  const isOnline = useOnline()
  return <LoadFailed onAgain={onAgain}>{isOnline ? text.error.part : text.offline}</LoadFailed>
}
