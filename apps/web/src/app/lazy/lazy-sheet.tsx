import type { ComponentType } from 'react'
import { useText } from '#core/i18n.tsx'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

type SheetProps = { onClose: (isChanged: boolean) => void }

/** A sheet that cannot be fetched, or breaks, reports it inside a sheet; the screen behind it stays as it is. */
export function lazySheet<P extends SheetProps>(
  load: () => Promise<ComponentType<P>>,
  loadText: () => Promise<unknown>,
): LazyScreen<P> {
  const { Screen: Inner, ...rest } = lazyScreen(load, loadText)

  function Screen(props: P) {
    return (
      <ErrorBoundary
        onError={rest.renew}
        renderFallback={(again) => (
          <SheetFailure onAgain={again} onClose={() => props.onClose(false)} />
        )}
      >
        <Inner {...props} />
      </ErrorBoundary>
    )
  }

  return { Screen, ...rest }
}

type FailureProps = { onAgain: () => void; onClose: () => void }

function SheetFailure({ onAgain, onClose }: FailureProps) {
  const text = useText()
  return (
    <Sheet title={text.error.part} onClose={onClose}>
      <LoadFailed onAgain={onAgain}>{text.error.generic}</LoadFailed>
    </Sheet>
  )
}
