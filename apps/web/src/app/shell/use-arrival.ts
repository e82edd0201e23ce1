import { useEffect, useRef, type RefObject } from 'react'
import type { AppPath } from '#shared/paths.ts'

/** The last screen, in either shell: a login moves from one shell to the other. */
let last: AppPath | null = null

/**
 * A new screen starts at its top, and moves the focus of screen readers there; the browser itself announces the first
 * one.
 */
export function useArrival(path: AppPath): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    const isNew = last !== null && last !== path
    last = path
    if (!isNew) return
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])

  return main
}
