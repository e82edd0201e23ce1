/** What every browser has and the document of these tests lacks: dialogs, media queries, scrolling. */
export function prepareDocument(): void {
  const dialog = HTMLDialogElement.prototype
  dialog.show = dialog.showModal = function open(this: HTMLDialogElement) {
    this.open = true
  }
  dialog.close = function close(this: HTMLDialogElement) {
    this.open = false
  }
  Element.prototype.scrollIntoView = () => undefined
  globalThis.scrollTo = () => undefined
  globalThis.matchMedia = (media) =>
    ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList
}
