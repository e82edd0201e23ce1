import { useEffect, useId, useRef } from 'react'

/** The sheets that are open, the lowest first. */
const open: string[] = []

/** Puts a step into the history while a sheet is open, so that the phone's back button closes it and stays on the page. */
export function useBackButton(onClose: () => void): void {
  const id = useId()
  const close = useRef(onClose)

  useEffect(() => {
    close.current = onClose
  }, [onClose])

  useEffect(() => {
    takeStep(id)
    open.push(id)
    let isLeft = false
    const back = (): void => {
      // Going back from a dialog to the sheet below it must not close that sheet, too.
      if (isLeft || open.indexOf(stepNow() ?? '') >= open.indexOf(id)) return
      isLeft = true
      close.current()
    }
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      open.splice(open.indexOf(id), 1)
      // Later, because a dialog that follows at once takes over the step, and a new page leaves it behind.
      setTimeout(() => {
        if (stepNow() === id && !open.includes(id)) history.back()
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

function stepNow(): string | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('sheet' in state)) return null
  return typeof state.sheet === 'string' ? state.sheet : null
}
