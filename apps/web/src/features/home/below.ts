import { startTransition, useEffect, useState } from 'react'
import { useQueries } from '#core/queries/use-query.tsx'
import { underWayQuery } from '#shared/wallet/under-way.ts'

/** How long everything below the card waits for what is under way, which is above it. */
const patienceMs = 1_500

/**
 * What stands below the card is drawn together, so that nothing moves: `held` until it is known what is under way,
 * `late` if that took too long; its place is kept then.
 */
export function useBelow(isLoaded: boolean) {
  const [below, setBelow] = useState<'held' | 'known' | 'late'>('held')
  const queries = useQueries()
  const [settle] = useState(
    () => (how: 'known' | 'late') =>
      startTransition(() => setBelow((now) => (now === 'held' ? how : now))),
  )
  useEffect(() => {
    if (!isLoaded) return
    // Asked while the part that shows it is still being fetched.
    queries.ensureQueryData(underWayQuery(queries)).catch(() => undefined)
    const timer = setTimeout(() => settle('late'), patienceMs)
    return () => clearTimeout(timer)
  }, [isLoaded, queries, settle])
  const [onKnown] = useState(() => () => settle('known'))
  return { below, onKnown }
}
