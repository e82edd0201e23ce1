/** Resolves once the page is visible: a page that the browser prerenders must neither log out nor make calls. */
export function untilShown(page: Document): Promise<void> {
  if (!('prerendering' in page) || page.prerendering !== true) return Promise.resolve()
  return new Promise((resolve) => {
    page.addEventListener('prerenderingchange', () => resolve(), { once: true })
  })
}
