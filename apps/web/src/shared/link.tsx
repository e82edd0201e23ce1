import type { MouseEvent, ReactNode } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'
import type { AppPath } from './paths.ts'

export function go(path: AppPath, options?: { replace: boolean }): void {
  navigate(path, options)
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
