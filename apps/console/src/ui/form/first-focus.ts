import { useEffect, type RefObject } from 'react'

/** Focuses the main control of a screen or dialog when it opens. */
export function useFirstFocus(place: RefObject<HTMLElement | null>, isFirst: boolean): void {
  useEffect(() => {
    if (isFirst) place.current?.focus()
  }, [place, isFirst])
}
