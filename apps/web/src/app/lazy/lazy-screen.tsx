import { lazy, useState, type ComponentType } from 'react'
import { isCallUnderWay } from '#core/calls/pending/pending.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { loadInfo } from '#shared/lookups.ts'

const reloadedKey = 'reloaded'

export type LazyScreen<P extends object> = {
  Screen: ComponentType<P>
  /** Fetches ahead of time; what fails here is tried again when the screen is shown. */
  preload: () => Promise<void>
  /** After a failure, and not before it has been shown: the next time the screen is fetched anew. */
  renew: () => void
}

/** A screen in a file of its own, shown once its texts are there as well; one that was fetched before is shown at once. */
export function lazyScreen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadText: () => Promise<void>,
): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null

  async function fetchBoth(): Promise<ComponentType<P>> {
    const [component] = await Promise.all([load(), loadText()])
    loaded = component
    return component
  }

  const fetchLater = () =>
    lazy(async () => {
      try {
        return { default: await fetchBoth() }
      } catch (error) {
        if (!(await mayReload())) throw error
        location.reload()
        return new Promise<never>(() => {})
      }
    }) as ComponentType<P>
  let Later = fetchLater()

  function Screen(props: P) {
    // Chosen once: a screen that changed its kind while it is shown would begin anew.
    const [Now] = useState<ComponentType<P>>(() => loaded ?? Later)
    return <Now {...props} />
  }

  return {
    Screen,
    renew: () => {
      Later = fetchLater()
    },
    preload: () =>
      fetchBoth().then(
        () => undefined,
        () => undefined,
      ),
  }
}

/**
 * After a deploy an old page asks for files that are gone: once for each build, never while a call that moves money is
 * open, and never on a line that carries nothing, where the page would be lost for an error of the browser.
 */
async function mayReload(): Promise<boolean> {
  const build = import.meta.url
  const isFree = () => navigator.onLine && !isCallUnderWay()
  if (!isFree() || readStored(reloadedKey, 'session') === build) return false
  const isReached = await loadInfo().then(
    () => true,
    () => false,
  )
  return isReached && isFree() && writeStored(reloadedKey, build, 'session')
}
