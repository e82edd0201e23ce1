/** Calls for one key at the same time share one run of the work, and what became of it. */
export function shareRuns<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (key, work) => {
    const shared = running.get(key)
    if (shared) return shared
    const mine = work().finally(() => running.delete(key))
    running.set(key, mine)
    return mine
  }
}
