import { useEffect, useState } from 'react'

/** Two rounds of the fastest polling: a server that hangs would otherwise say nothing for a minute. */
export const overdueAfterMs = 8_000

/** Whether an answer has been awaited for so long that the page has to say so. */
export function useOverdue(isFetching: boolean): boolean {
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
