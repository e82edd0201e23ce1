import { useEffect, type RefObject } from 'react'

/** What a screen or dialog is opened for has the focus from the beginning. */
export function useFirstFocus(place: RefObject<HTMLElement | null>, isFirst: boolean): void {
  useEffect(() => {
    if (isFirst) place.current?.focus()
  }, [place, isFirst])
}
