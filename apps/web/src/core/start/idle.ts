/** Longer than any first paint: an old phone that never rests is asked all the same. */
const patienceMs = 5_000

/** Runs when the page is loaded and the phone has nothing better to do. */
export function whenIdle(work: () => void): void {
  const rest = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: patienceMs })
    else setTimeout(work, 1_000)
  }
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
}

/** Whoever pays for every byte, or has a line that is slow already, is not fetched things for later. */
export function mayFetchAhead(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}
