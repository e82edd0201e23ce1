/** A browser says that it has a connection before it can use it; a file that is gone for good is not asked for without end. */
const pausesMs = [1_000, 4_000, 15_000]

/**
 * Shows markup of the operator once it is cleaned; the cleaner is loaded when there is something to clean. Where it is lost on
 * the way, the words stand there without markup until it comes, which is tried again a few times, and whenever the page has a
 * connection again or is looked at. Answers how to stop.
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
        // As text it can do nothing, whatever stands in it.
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
  const attemptAnew = (): void => {
    tries = 0
    attempt()
  }
  addEventListener('online', attemptAnew, { signal })
  document.addEventListener('visibilitychange', attemptAnew, { signal })
  attempt()
  return stop
}
