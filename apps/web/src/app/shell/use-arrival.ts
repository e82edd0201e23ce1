import { useEffect, useRef, type RefObject } from 'react'
import type { AppPath } from '#shared/paths.ts'

/** The last screen, whichever shell it had: a login leads from one shell to the other. */
let last: AppPath | null = null

/** A new screen begins at its top, and a screen reader goes on there; the first one is announced by the page itself. */
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
