import { errorToastMs, successToastMs } from '@kapao/contract/limits'
import styles from './toast.module.css'

export type ToastKind = 'danger' | 'success'

const lifetimeMs: Record<ToastKind, number> = { danger: errorToastMs, success: successToastMs }
/** More at once would hide the page. */
const toastsMax = 3
let host: HTMLElement | null = null

/**
 * Shows a text for four seconds, above everything else. The host is inside the topmost dialog, if there is one:
 * elements outside it are neither above it nor announced.
 */
export function showToast(kind: ToastKind, text: string): void {
  const toasts = placeHost(topDialog() ?? document.body)
  const toast = document.createElement('p')
  toast.className = `${styles.toast} ${styles[kind]}`
  toast.setAttribute('role', kind === 'danger' ? 'alert' : 'status')
  toast.textContent = text
  toast.dataset['toast'] = kind
  // A repeated text is announced again, but shown once.
  Array.from(toasts.children)
    .find((said) => said.textContent === text)
    ?.remove()
  toasts.append(toast)
  while (toasts.children.length > toastsMax) toasts.firstElementChild?.remove()
  setTimeout(() => {
    toast.remove()
    if (toasts.children.length === 0) toasts.remove()
  }, lifetimeMs[kind])
}

function topDialog(): Element | null {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? null
}

function placeHost(parent: Element): HTMLElement {
  host ??= document.createElement('div')
  host.className = styles.host ?? ''
  if (host.parentElement !== parent) parent.append(host)
  return host
}
