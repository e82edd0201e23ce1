import { loadingDelayMs } from '@kapao/contract/limits'

/** Between the picture of a screen that waits and its first call: a cheap phone draws it first, then asks. */
export function loadingDelay(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, loadingDelayMs)
  })
}
