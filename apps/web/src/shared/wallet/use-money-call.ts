import type { PushName } from '@kapao/contract/events'
import { useEffect, useRef, useState } from 'react'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText, useRefusalText } from '#core/calls/fault-text.ts'
import { waitForOutcome, type FinalOutcome } from '#core/calls/pending/outcome.ts'
import { holdPending, releasePending } from '#core/calls/pending/pending-book.ts'
import { useMemberText } from '#core/i18n.tsx'
import { onPush } from '#core/live/pushes.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { showToast } from '#ui/feedback/toast.ts'

/** `open`: accepted, or the request or its answer was lost; its outcome is being polled. */
export type Progress<Job> =
  | { stage: 'sending' | 'done'; job: Job }
  | { stage: 'open'; job: Job; isLost: boolean }
  | { stage: 'failed'; job: Job; sentence: string; code: string | null }

export type MoneyCall<Job> = {
  send: (job: Job) => Promise<unknown>
  /** The push after which polling again is worthwhile. */
  push: PushName
  /** First key parts of the queries that it makes stale. */
  stale: readonly string[]
  /** For a member who has closed the sheet in the meantime. */
  doneText: string
  /** Words for a refusal that depend on what was sent; null for the text of its code. */
  wordsOf?: (code: string, job: Job) => string | null
}

type Outcome = { done: true } | { done: false; sentence: string; code: string | null }

/** Sends one call at a time and follows it to its outcome, as far as it can be known while this is mounted. */
export function useMoneyCall<Job>(moneyCall: MoneyCall<Job>): {
  progress: Progress<Job> | null
  start: (job: Job) => void
  reset: () => void
} {
  const [progress, setProgress] = useState<Progress<Job> | null>(null)
  const isUnderWay = useRef(false)
  const stop = useStop()
  const follow = useFollow(moneyCall, stop)

  async function run(job: Job): Promise<void> {
    setProgress({ stage: 'sending', job })
    const outcome = await follow(job, (isLost) => setProgress({ stage: 'open', job, isLost }))
    if (outcome === null) return
    if (stop.current.signal.aborted) return showLate(outcome, moneyCall.doneText)
    if (outcome.done) return setProgress({ stage: 'done', job })
    setProgress({ stage: 'failed', job, sentence: outcome.sentence, code: outcome.code })
  }

  return {
    progress,
    reset: () => setProgress(null),
    start: (job) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      void run(job).finally(() => {
        isUnderWay.current = false
      })
    },
  }
}

/** Null if another part reports the outcome: the notes of open calls, or the page that is leaving. */
type Follow<Job> = (job: Job, onOpen: (isLost: boolean) => void) => Promise<Outcome | null>

function useFollow<Job>(
  { send, push, stale, wordsOf = () => null }: MoneyCall<Job>,
  stop: React.RefObject<AbortController>,
): Follow<Job> {
  const queries = useQueries()
  const faultText = useFaultText()
  const refusalText = useRefusalText()
  const { never } = useMemberText().pending
  const markStale = (): void => {
    for (const word of stale) void queries.invalidateQueries({ queryKey: [word] })
  }

  return async (job, onOpen) => {
    try {
      await send(job)
      return { done: true }
    } catch (fault) {
      const known = fault instanceof CallFault ? fault : null
      const { key, code } = known ?? { key: null, code: null }
      const { signal } = stop.current
      if (key !== null && !signal.aborted) {
        onOpen(known?.kind !== 'pending')
        markStale()
        const ended = await askFor(key, { stop: signal, push })
        return (
          ended &&
          outcomeOf(ended, { never, textOf: (why) => wordsOf(why, job) ?? refusalText(why) })
        )
      }
      const words = code === null ? null : wordsOf(code, job)
      const sentence = key === null ? (words ?? faultText(fault)) : null
      return sentence === null ? null : { done: false, sentence, code }
    } finally {
      markStale()
    }
  }
}

/** Nothing else polls this call meanwhile; when stopped, the notes take over. */
async function askFor(
  key: string,
  { stop, push }: { stop: AbortSignal; push: PushName },
): Promise<FinalOutcome | null> {
  holdPending(key)
  const wake = (ask: () => void) => onPush(({ name }) => name === push && ask())
  const ended = await waitForOutcome(key, { stop, wake })
  if (ended === null) releasePending(key)
  return ended
}

function outcomeOf(
  { state, code = 'SUCCESS' }: FinalOutcome,
  { never, textOf }: { never: string; textOf: (code: string) => string },
): Outcome {
  if (state === 'never') return { done: false, sentence: never, code: null }
  return code === 'SUCCESS' ? { done: true } : { done: false, sentence: textOf(code), code }
}

function showLate(outcome: Outcome, doneText: string): void {
  if (outcome.done) showToast('success', doneText)
  else showToast('danger', outcome.sentence)
}

/** Aborted when the component unmounts. */
function useStop(): React.RefObject<AbortController> {
  const stop = useRef(new AbortController())
  useEffect(() => {
    if (stop.current.signal.aborted) stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])
  return stop
}
