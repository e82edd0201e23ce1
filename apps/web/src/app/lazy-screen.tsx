import { lazy, type ComponentType } from 'react'
import { listPending } from '#core/calls/pending.ts'
import { readStored, removeStored, writeStored } from '#core/storage.ts'

const reloadedKey = 'reloaded'

export type LazyScreen<P extends object> = {
  Screen: ComponentType<P>
  /** Fetches ahead of time; what fails here is tried again when the screen is shown. */
  preload: () => void
}

/** A screen in a file of its own, shown once its texts are there as well. */
export function lazyScreen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadText: () => Promise<void>,
): LazyScreen<P> {
  const Screen = lazy(async () => {
    try {
      const [component] = await Promise.all([load(), loadText()])
      removeStored(reloadedKey, 'session')
      return { default: component }
    } catch (error) {
      if (!mayReload()) throw error
      location.reload()
      return new Promise<never>(() => {})
    }
  })
  const preload = (): void => {
    void Promise.all([load(), loadText()]).catch(() => undefined)
  }
  return { Screen: Screen as ComponentType<P>, preload }
}

/** After a deploy an old page asks for files that are gone: once, and never while a call that moves money is open. */
function mayReload(): boolean {
  if (!navigator.onLine || listPending().length > 0) return false
  return readStored(reloadedKey, 'session') === null && writeStored(reloadedKey, '1', 'session')
}
