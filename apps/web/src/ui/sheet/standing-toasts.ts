/** Moves the toasts out of a dialog that is about to be removed. */
export function rescueToasts(dialog: Element | null): void {
  const host = dialog?.querySelector(':scope > * > [data-toast]')?.parentElement
  if (!host) return
  const below = [...document.querySelectorAll('dialog:modal')].filter((other) => other !== dialog)
  ;(below.at(-1) ?? document.body).append(host)
}

/** An error is shown until the next attempt, and never above the step that follows. */
export function endDangerToasts(): void {
  for (const toast of document.querySelectorAll('[data-toast=danger]')) toast.remove()
}
