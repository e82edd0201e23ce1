/**
 * Shows markup of the operator once it is cleaned; the cleaner is loaded when there is something to clean. Where it is lost on
 * the way, the words stand there without markup until it comes, which is tried again whenever the page has a connection again
 * or is looked at. Answers how to stop.
 */
export function cleanSoon(markup: string, show: (content: Node | string) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const attempt = (): void => {
    void import('./clean-html.ts').then(
      ({ cleanHtml }) => {
        if (signal.aborted) return
        stopping.abort()
        show(cleanHtml(markup))
      },
      () => {
        // As text it can do nothing, whatever stands in it.
        if (!signal.aborted) show(markup.replace(/<[^>]*>/g, ' '))
      },
    )
  }
  addEventListener('online', attempt, { signal })
  document.addEventListener('visibilitychange', attempt, { signal })
  attempt()
  return () => stopping.abort()
}
