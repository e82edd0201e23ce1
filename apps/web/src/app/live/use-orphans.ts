import { useEffect, useState } from 'react'
import { momentAfter } from '#core/browser/countdown.ts'
import { waitForOutcome, type FinalOutcome } from '#core/calls/pending/outcome.ts'
import { listOrphans, subscribeToPending } from '#core/calls/pending/pending-book.ts'
import { pendingKey, type PendingCall } from '#core/calls/pending/pending.ts'
import { onPush } from '#core/live/pushes.ts'
import { useQueries } from '#core/queries/use-query.tsx'

/** A call whose answer was lost: its outcome is being polled, or is known. */
export type Orphan = PendingCall & { ended: FinalOutcome | null }

/** A component that shows a call itself takes it over within this time. */
const graceMs = 1_000
/** Calls of a closed tab become orphans after some time. */
const lookEveryMs = 30_000

/**
 * Polls the outcome of every call that nothing waits for any more, and keeps each outcome until the member has
 * dismissed it.
 */
export function useOrphans(): { orphans: readonly Orphan[]; dismiss: (key: string) => void } {
  const queries = useQueries()
  const [orphans, setOrphans] = useState<readonly Orphan[]>([])

  useEffect(() => {
    const stop = new AbortController()
    const asked = new Set<string>()
    const ask = async (call: PendingCall): Promise<void> => {
      const { key } = call
      asked.add(key)
      const put = (ended: FinalOutcome | null): void =>
        setOrphans((all) => [...all.filter((one) => one.key !== key), { ...call, ended }])
      const ended = await waitForOutcome(key, {
        stop: stop.signal,
        onRunning: () => put(null),
        wake: (again) => onPush(() => again()),
      })
      if (ended === null) return
      put(ended)
      for (const word of ['wallet', 'statement'])
        void queries.invalidateQueries({ queryKey: [word] })
    }
    const look = (): void => {
      for (const one of listOrphans(momentAfter(0))) if (!asked.has(one.key)) void ask(one)
    }
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const lookSoon = (): void => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        look()
      }, graceMs)
      timers.add(timer)
    }
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === pendingKey) lookSoon()
    }
    const unsubscribe = subscribeToPending(lookSoon)
    addEventListener('storage', onStorage)
    const looking = setInterval(look, lookEveryMs)
    lookSoon()
    return () => {
      stop.abort()
      unsubscribe()
      removeEventListener('storage', onStorage)
      clearInterval(looking)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [queries])

  return {
    orphans,
    dismiss: (key) => setOrphans((all) => all.filter((one) => one.key !== key)),
  }
}
