import { Suspense, type ReactNode } from 'react'
import type { AppPath } from '#shared/paths.ts'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { PartFailure } from './notice/part-failure.tsx'
import { Waiting } from './shell/waiting.tsx'

/** Keeps the surrounding frame if a screen breaks or cannot be fetched. */
export function Guarded({ path, children }: { path: AppPath; children: ReactNode }) {
  return (
    <ErrorBoundary key={path} renderFallback={() => <PartFailure />}>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
