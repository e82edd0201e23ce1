/** What stands there now; apart from showing one, which the login carries as well. */
function standing(kind = ''): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-toast${kind && `=${kind}`}]`)]
}

/** A dialog that is about to go away hands its toasts on. */
export function rescueToasts(dialog: Element | null): void {
  const host = standing()[0]?.parentElement
  if (!host || host.parentElement !== dialog || dialog === null) return
  const below = [...document.querySelectorAll('dialog[open]')].filter((other) => other !== dialog)
  ;(below.at(-1) ?? document.body).append(host)
}

/** A mistake is told until the next try, and never stands over the step that follows. */
export function endDangerToasts(): void {
  for (const toast of standing('danger')) toast.remove()
}
