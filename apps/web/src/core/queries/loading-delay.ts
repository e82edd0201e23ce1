import { loadingDelayMs } from '@kapao/contract/limits'

/** The delay between drawing a placeholder screen and its first call: a cheap phone draws first. */
export function loadingDelay(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, loadingDelayMs)
  })
}
