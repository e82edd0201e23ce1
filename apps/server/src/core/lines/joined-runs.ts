import { runShared } from '../transaction-guard.ts'

/**
 * However many ask at once, the work is done twice at most: a caller that comes while it is under way waits for the next
 * run, which sees everything that happened before the call, and all who wait share it.
 */
export function joinRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = (): Promise<T> => {
    underWay = next!
    next = null
    return work()
  }
  return () => (next ??= runShared(() => underWay.then(begin, begin)))
}
