import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { untilWorthAsking } from '#core/browser/worth-asking.ts'
import { CallFault } from '../fault.ts'
import { removePending } from './pending-book.ts'

export type Outcome = CallOutput<'GET /api/outcome/{key}'>
export type FinalOutcome = Outcome & { state: 'done' | 'never' }

/** The interval between two questions, unless a push calls for one earlier. */
const pollEveryMs = 3_000

/**
 * Polls the outcome of a call until it has ended, earlier when a push reports a change. It never sends the call again.
 * Resolves with null if the caller has stopped it or the page is leaving.
 */
export async function waitForOutcome(
  key: string,
  { stop, onRunning, wake }: OutcomeWait,
): Promise<FinalOutcome | null> {
  while (!stop.aborted) {
    await untilWorthAsking(stop)
    const outcome = await askOnce(key)
    if (outcome === 'leaving' || stop.aborted) return null
    if (outcome !== null && outcome.state !== 'running') {
      removePending(key)
      return { ...outcome, state: outcome.state }
    }
    if (outcome !== null) onRunning?.()
    await nextTurn(stop, wake)
  }
  return null
}

export type OutcomeWait = {
  stop: AbortSignal
  onRunning?: () => void
  /** Calls back once when it may be worth asking earlier; returns a function that unsubscribes. */
  wake?: (ask: () => void) => () => void
}

async function askOnce(key: string): Promise<Outcome | 'leaving' | null> {
  try {
    return await call('GET /api/outcome/{key}', { key })
  } catch (fault) {
    return fault instanceof CallFault && fault.kind === 'leaving' ? 'leaving' : null
  }
}

function nextTurn(stop: AbortSignal, wake: OutcomeWait['wake']): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      takeBack?.()
      stop.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, pollEveryMs)
    const takeBack = wake?.(go)
    stop.addEventListener('abort', go)
  })
}
