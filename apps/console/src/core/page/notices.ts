import { useSyncExternalStore } from 'react'

/** How an operator wants to notice new work while another window is in front. */
export type NoticeWay = 'sound' | 'notice'

const listeners = new Set<() => void>()

/** Off until it is switched on, and for this browser alone. */
export function wantsNotice(way: NoticeWay): boolean {
  return localStorage.getItem(`new work ${way}`) === 'on'
}

export function setNotice(way: NoticeWay, isOn: boolean): void {
  if (isOn) localStorage.setItem(`new work ${way}`, 'on')
  else localStorage.removeItem(`new work ${way}`)
  for (const listener of listeners) listener()
}

export function useNotice(way: NoticeWay): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wantsNotice(way),
  )
}
