/** A dialog that is about to go away hands its toasts on. */
export function rescueToasts(dialog: Element | null): void {
  const host = dialog?.querySelector(':scope > * > [data-toast]')?.parentElement
  if (!host) return
  const below = [...document.querySelectorAll('dialog:modal')].filter((other) => other !== dialog)
  ;(below.at(-1) ?? document.body).append(host)
}

/** A mistake is told until the next try, and never stands over the step that follows. */
export function endDangerToasts(): void {
  for (const toast of document.querySelectorAll('[data-toast=danger]')) toast.remove()
}
