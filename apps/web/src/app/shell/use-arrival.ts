import { useEffect, useRef, type RefObject } from 'react'
import type { AppPath } from '#shared/paths.ts'

/** A new screen begins at its top, and a screen reader goes on there; the first one is announced by the page itself. */
export function useArrival(path: AppPath): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)

  useEffect(() => {
    if (last.current === path) return
    last.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])

  return main
}
