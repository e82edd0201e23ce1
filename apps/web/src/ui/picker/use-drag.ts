import { useRef, type MouseEvent, type PointerEvent } from 'react'

/** A shorter movement is a trembling hand, and counts as a click. */
const tremblePx = 4

/** A mouse can drag the list like a finger; touch is left to the browser, which does it better. */
export function useDrag(onRest: () => void) {
  const drag = useRef<{ fromY: number; fromTop: number; isMoving: boolean } | null>(null)

  return {
    onPointerDown: ({ pointerType, button, clientY, currentTarget }: PointerEvent) => {
      if (pointerType !== 'mouse' || button !== 0) return
      drag.current = { fromY: clientY, fromTop: currentTarget.scrollTop, isMoving: false }
    },
    onPointerMove: ({ clientY, pointerId, buttons, currentTarget }: PointerEvent) => {
      const { current: held } = drag
      if (!held || buttons === 0) return
      const pulled = held.fromY - clientY
      if (!held.isMoving && Math.abs(pulled) < tremblePx) return
      if (!held.isMoving) {
        held.isMoving = true
        currentTarget.setPointerCapture(pointerId)
        // While it is held, the list may rest between two options.
        currentTarget.setAttribute('data-dragged', 'true')
      }
      currentTarget.scrollTop = held.fromTop + pulled
    },
    onPointerUp: ({ currentTarget }: PointerEvent) => {
      const { current: held } = drag
      if (!held?.isMoving) return void (drag.current = null)
      currentTarget.removeAttribute('data-dragged')
      onRest()
      // The click that follows belongs to the drag.
      setTimeout(() => (drag.current = null))
    },
    onClickCapture: (event: MouseEvent) => {
      if (drag.current?.isMoving) event.stopPropagation()
    },
  }
}
