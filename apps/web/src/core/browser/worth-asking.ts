/** A page that is hidden or offline makes no calls. */
export function isWorthAsking(): boolean {
  return document.visibilityState !== 'hidden' && navigator.onLine
}

/** Resolves at once, or when the page is visible and online again, or when it is stopped. */
export function untilWorthAsking(stop: AbortSignal): Promise<void> {
  if (isWorthAsking() || stop.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isWorthAsking() && !stop.aborted) return
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
      stop.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    stop.addEventListener('abort', look)
  })
}
