import { errorToastMs, successToastMs } from '@kapao/contract/limits'
import styles from './toast.module.css'

export type ToastKind = 'danger' | 'success'

const lifetimeMs: Record<ToastKind, number> = { danger: errorToastMs, success: successToastMs }
/** More at once would hide the page. */
const toastsMax = 3
let host: HTMLElement | null = null

/**
 * Says something for four seconds, above everything else. The host stands inside the dialog that is over the page, where
 * there is one: what lies outside of it is neither above it nor read aloud.
 */
export function showToast(kind: ToastKind, text: string): void {
  const shelf = placeHost(topDialog() ?? document.body)
  const toast = document.createElement('p')
  toast.className = `${styles.toast} ${styles[kind]}`
  toast.setAttribute('role', kind === 'danger' ? 'alert' : 'status')
  toast.textContent = text
  toast.dataset['toast'] = kind
  // Said once more it is read out once more, and stands there once.
  Array.from(shelf.children)
    .find((said) => said.textContent === text)
    ?.remove()
  shelf.append(toast)
  while (shelf.children.length > toastsMax) shelf.firstElementChild?.remove()
  setTimeout(() => {
    toast.remove()
    if (shelf.children.length === 0) shelf.remove()
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
