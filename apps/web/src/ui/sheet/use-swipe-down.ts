import { useRef, type RefObject, type TouchEvent } from 'react'

/** How far a finger has to pull the sheet down for a release to close it. */
const closeDistancePx = 90

type SwipeHandlers = {
  onTouchStart: (event: TouchEvent) => void
  onTouchMove: (event: TouchEvent) => void
  onTouchEnd: () => void
  onTouchCancel: () => void
}

/** The sheet follows a finger on its header, and closes or springs back. */
export function useSwipeDown(
  sheet: RefObject<HTMLElement | null>,
  onClose: () => void,
): SwipeHandlers {
  const startY = useRef(0)
  const pulled = useRef(0)

  function pull(distance: number): void {
    pulled.current = Math.max(0, distance)
    // Set on the style object, which the content security policy allows, unlike an attribute in the markup.
    sheet.current?.style.setProperty(
      'translate',
      pulled.current === 0 ? '' : `0 ${pulled.current}px`,
    )
  }

  return {
    onTouchStart: (event) => {
      startY.current = event.touches[0]?.clientY ?? 0
    },
    onTouchMove: (event) => pull((event.touches[0]?.clientY ?? 0) - startY.current),
    onTouchEnd: () => {
      const isFar = pulled.current > closeDistancePx
      if (isFar) onClose()
      else pull(0)
    },
    onTouchCancel: () => pull(0),
  }
}
