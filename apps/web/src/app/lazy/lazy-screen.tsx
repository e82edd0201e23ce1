import { lazy, useState, type ComponentType } from 'react'
import { mayReload } from './may-reload.ts'

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
  loadText: () => Promise<unknown>,
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
