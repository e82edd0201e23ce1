/** A browser reports a connection before it can use it; a missing file is not requested endlessly. */
const pausesMs = [1_000, 4_000, 15_000]

/**
 * Shows the operator's markup once it is sanitized; the sanitizer is loaded on first use. If that fails, the plain text
 * is shown until a retry succeeds: a few are made after pauses, and one whenever the page is online again or visible.
 * Returns a function that stops it.
 */
export function cleanSoon(markup: string, show: (content: Node | string) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = (): void => {
    clearTimeout(timer)
    void import('./clean-html.ts').then(
      ({ cleanHtml }) => {
        if (signal.aborted) return
        stop()
        show(cleanHtml(markup))
      },
      () => {
        if (signal.aborted) return
        // Plain text is harmless, whatever it contains.
        show(markup.replace(/<[^>]*>/g, ' '))
        clearTimeout(timer)
        if (tries < pausesMs.length) timer = setTimeout(attempt, pausesMs[(tries += 1) - 1])
      },
    )
  }
  const stop = (): void => {
    stopping.abort()
    clearTimeout(timer)
  }
  const retry = (): void => {
    tries = 0
    attempt()
  }
  addEventListener('online', retry, { signal })
  document.addEventListener('visibilitychange', retry, { signal })
  attempt()
  return stop
}
