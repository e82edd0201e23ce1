import { useSyncExternalStore } from 'react'

const wide = '(min-width: 64rem)'

/** Whether the window is wide enough for a table. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(wide)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

function read(): boolean {
  return matchMedia(wide).matches
}
