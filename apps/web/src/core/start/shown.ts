/** Resolves when a person sees the page: until then a page that the browser prepares must neither log out nor send. */
export function untilShown(page: Document): Promise<void> {
  if (!('prerendering' in page) || page.prerendering !== true) return Promise.resolve()
  return new Promise((resolve) => {
    page.addEventListener('prerenderingchange', () => resolve(), { once: true })
  })
}
