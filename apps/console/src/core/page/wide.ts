import { useSyncExternalStore } from 'react'

/** From here on three languages stand side by side. */
const wide = '(min-width: 1600px)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(wide)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}
