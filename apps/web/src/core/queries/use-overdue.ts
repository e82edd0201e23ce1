import { useEffect, useRef, useState } from 'react'
import { isWorthAsking } from '#core/browser/worth-asking.ts'

/** Two rounds of the usual polling: a server that hangs would otherwise say nothing for a minute. */
const overdueAfterMs = 8_000

/** Whether an answer has been awaited for so long that the page has to say so. */
function useOverdue(isFetching: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!isFetching) return
    const timer = setTimeout(() => setOverdue(true), overdueAfterMs)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [isFetching])
  return isFetching && isOverdue
}

type Polling = { ask: () => void; everyMs: number; isFetching: boolean; isOn?: boolean }

/**
 * Asks again and again, but not while an answer is awaited: a new round drops the answer of the last, and on a slow
 * line none would ever arrive. One that is overdue is given up. Returns whether one is.
 */
export function usePolling({ ask, everyMs, isFetching, isOn = true }: Polling): boolean {
  const isOverdue = useOverdue(isFetching)
  const latest = useRef({ ask, isAwaited: false })
  useEffect(() => {
    latest.current = { ask, isAwaited: isFetching && !isOverdue }
  })
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (isWorthAsking() && !latest.current.isAwaited) latest.current.ask()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isOn, everyMs])
  return isOverdue
}
