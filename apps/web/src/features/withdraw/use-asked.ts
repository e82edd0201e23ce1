import { useState } from 'react'
import { isOpen } from '#shared/withdrawals/current.ts'
import { useLock } from './lock/use-lock.ts'
import { useCurrentWithdrawal, useLimits } from './queries.ts'

/** What the server says before and after a request. A withdrawal seen open here stays when it ends. */
export function useAsked() {
  const current = useCurrentWithdrawal()
  const limits = useLimits()
  const { lock, isKnown } = useLock()
  const [seen, setSeen] = useState<string | null>(null)
  const [before] = useState(current.data)
  const withdrawal = current.data?.withdrawal ?? null
  // One known before the sheet opened may have ended since, and home has shown how.
  const isSeen = withdrawal !== null && isOpen(withdrawal) && current.data !== before
  if (isSeen && withdrawal._id !== seen) setSeen(withdrawal._id)
  const isTracked = withdrawal !== null && (isOpen(withdrawal) || withdrawal._id === seen)
  return {
    tracked: isTracked ? withdrawal : null,
    latest: withdrawal,
    current: current.data,
    lock,
    // The form needs to know that no withdrawal is open; and the bonus must not push anything down later.
    limits: current.data && isKnown ? limits.data : undefined,
    hasFailed: (current.isError && !current.data) || (limits.isError && !limits.data),
    putAway: () => setSeen(null),
    again: () => void Promise.all([current.refetch(), limits.refetch()]),
  }
}
