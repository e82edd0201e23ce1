import type { MouseEvent, ReactNode } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { afterLeaving, stepNow } from '#core/browser/step.ts'
import { shellNow } from '#core/start/early.ts'
import { paths, type AppPath } from './paths.ts'

/** What the login is told by whoever leads there: whose it was, or where a session was when it ended. */
type ToLogin = { phone?: string; lostAt?: AppPath }

/** A page that is opened from a sheet takes the place of the sheet's step, so that back leads where the sheet was opened. */
export function go(path: AppPath, options: { replace?: boolean; state?: ToLogin } = {}): void {
  afterLeaving(() => navigate(path, stepNow() === null ? options : { ...options, replace: true }))
}

/** What whoever led here said; a screen that was drawn before knows of nobody, and its first frame must not differ. */
export function toldOnArrival(): ToLogin {
  const isDrawn = shellNow() === paths.login
  return ((isDrawn ? null : globalThis.history?.state) as ToLogin | null) ?? {}
}

type LinkProps = {
  to: AppPath
  className?: string | undefined
  children: ReactNode
  onIntent?: (() => void) | undefined
}

/** A real link, so that it opens in a new tab when asked to; a plain tap stays in the page. */
export function Link({ to, className, children, onIntent }: LinkProps) {
  const isHere = usePathname() === to

  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    if (!isHere) go(to)
  }

  return (
    <a
      href={to}
      className={className}
      aria-current={isHere ? 'page' : undefined}
      onClick={follow}
      onPointerDown={onIntent}
    >
      {children}
    </a>
  )
}
