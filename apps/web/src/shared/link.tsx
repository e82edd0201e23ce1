import type { MouseEvent, ReactNode } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { afterLeaving, stepNow } from '#core/browser/step.ts'
import { shellNow } from '#core/start/early.ts'
import { paths, type AppPath } from './paths.ts'

/** The state passed to the login: the member's phone, and the page at which a session ended, with the code that said so. */
type ToLogin = { phone?: string; lostAt?: AppPath; why?: string | null }

/** A page opened from a sheet replaces the sheet's history entry, so that back leads to where the sheet was opened. */
export function go(path: AppPath, options: { replace?: boolean; state?: ToLogin } = {}): void {
  afterLeaving(() => navigate(path, stepNow() === null ? options : { ...options, replace: true }))
}

/** The state passed with the navigation; empty on the prerendered login, whose first frame must not differ. */
export function loginState(): ToLogin {
  const isDrawn = shellNow() === paths.login
  return ((isDrawn ? null : globalThis.history?.state) as ToLogin | null) ?? {}
}

/** Where a member who has logged in goes on: at the page at which the session ended, or at home. */
export function goOnInside(): void {
  go(loginState().lostAt ?? paths.user, { replace: true })
}

type LinkProps = {
  to: AppPath
  className?: string | undefined
  children: ReactNode
  onIntent?: (() => void) | undefined
}

/** A real link, so that it can be opened in a new tab; a plain tap stays in the page. */
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
