import pg from 'pg'
import { minuteMs } from '@kapao/contract/times'
import { sqlStateOf } from '../../sql-state.ts'
import type { Ask } from '../functions/functions-store.ts'
import { listBlockers, type Blocker } from './locks-store.ts'

/**
 * Writers and readers who come later queue behind the one that waits for a table's lock, so a change of a table waits for
 * its locks no longer than this at a time.
 */
export const lockWaitMs = 2_000

export type Patience = {
  /** Is called, while locks are not free, with the sessions that hold them. */
  onWait?: (sentence: string) => void
  /** After so long without free locks a step fails. */
  waitMaxMs?: number
}

const usualWaitMaxMs = 15 * minuteMs
const pauseMaxMs = 10_000
const firstPauseMs = 500
const notFree = new Set(['55P03', '40P01'])

/** Repeats a step that can be repeated, with pauses in which everybody else goes on, until its locks are free. */
export async function whenFree<T>(
  step: () => Promise<T>,
  { waitMaxMs = usualWaitMaxMs }: Patience,
): Promise<T> {
  const end = performance.now() + waitMaxMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
    try {
      return await step()
    } catch (error) {
      if (!isNotFree(error) || performance.now() + pauseMs > end) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** The steps say in an error of their own what failed. */
function isNotFree(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (notFree.has(sqlStateOf(one) ?? '')) return true
  return false
}

const lookEveryMs = 500
const sayAgainMs = 10_000

/** Looks, on a connection of its own, for whom a backend waits; returns what ends it. */
export async function watchBlockers(
  ownerUrl: string,
  pid: number,
  onWait: (sentence: string) => void,
): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'kapao migrate looks',
  })
  client.on('error', () => undefined)
  await client.connect()
  const ask: Ask = async <T extends object>(text: string, values?: readonly unknown[]) =>
    (await client.query<T>(text, values && [...values])).rows
  let said = ''
  let saidAt = -Infinity
  const look = async (): Promise<void> => {
    const blockers = await listBlockers(ask, pid)
    const names = blockers.map(({ pid: one }) => one).join()
    if (names === '' || (names === said && performance.now() - saidAt < sayAgainMs)) return
    said = names
    saidAt = performance.now()
    onWait(`waits for ${blockers.map(nameOf).join(', ')}`)
  }
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs)
  return async () => {
    clearInterval(timer)
    await client.end()
  }
}

function nameOf({ pid, login, application, state, seconds }: Blocker): string {
  const doing = state && seconds !== null ? `${state} for ${seconds} s` : null
  const about = [login, application, doing].filter(Boolean).join(', ')
  return about === '' ? `${pid}` : `${pid} (${about})`
}
