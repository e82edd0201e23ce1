import { useId, useLayoutEffect, useRef } from 'react'
import { afterLeaving, leaveStep, stepNow } from '#core/browser/step.ts'

/** The open sheets, the lowest first. */
const open: string[] = []

/**
 * React counts its ids from the same number after a reload: a history entry left by the last load must not pass for one
 * of this load.
 */
const load = performance.timeOrigin.toString(36)

/** Adds a history entry while a sheet is open, so that the phone's back button closes it and stays on the page. */
export function useBackButton(onClose: () => void): void {
  const id = load + useId()
  const close = useRef(onClose)

  useLayoutEffect(() => {
    close.current = onClose
  }, [onClose])

  // Before the sheet is visible: an immediate step back would otherwise leave the page below it.
  useLayoutEffect(() => {
    open.push(id)
    let isTaken = false
    let isLeft = false
    // The entry of a sheet closed a moment ago may still be being removed.
    afterLeaving(() => {
      if (open.includes(id)) takeStep(id)
      isTaken = true
    })
    const back = (): void => {
      // Going back from a dialog to the sheet below it must not close that sheet, too.
      if (!isTaken || isLeft || open.indexOf(stepNow() ?? '') >= open.indexOf(id)) return
      isLeft = true
      close.current()
    }
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      open.splice(open.indexOf(id), 1)
      // Deferred, because a dialog that opens at once takes over the entry, and a new page replaces it.
      setTimeout(() => {
        if (stepNow() === id && !open.includes(id)) leaveStep()
      })
    }
  }, [id])
}

function takeStep(id: string): void {
  const step = stepNow()
  const isOrphan = step !== null && !open.includes(step)
  if (isOrphan) history.replaceState({ sheet: id }, '')
  else history.pushState({ sheet: id }, '')
}
