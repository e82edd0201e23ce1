import { useEffect } from 'react'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { stale, useBill, type Bill } from '#shared/bonus/queries.ts'

/** A push reports the end; polling covers a push that was lost. */
const pollEveryMs = 5_000

export function isEnding(bill: Bill | null | undefined): boolean {
  return bill?.state === 'clearing'
}

/** The bill of the last bonus; polls while it is ending, and refetches everything once it has ended. */
export function useFreshBill() {
  const query = useBill()
  const queries = useQueries()
  const ending = isEnding(query.data)
  useEffect(() => {
    if (!ending) return
    const ask = (): void => {
      if (!isWorthAsking()) return
      for (const word of stale) void queries.invalidateQueries({ queryKey: [word] })
    }
    const asking = setInterval(ask, pollEveryMs)
    return () => clearInterval(asking)
  }, [ending, queries])
  return query
}
