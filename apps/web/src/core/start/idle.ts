/** Longer than any first paint: work also runs on an old phone that is never idle. */
const patienceMs = 5_000

/** Runs when the page is loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const rest = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: patienceMs })
    else setTimeout(work, 1_000)
  }
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
}

/** Nothing is prefetched on a metered or a slow connection. */
export function mayFetchAhead(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}
