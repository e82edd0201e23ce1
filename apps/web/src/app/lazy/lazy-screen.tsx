import { lazy, useState, type ComponentType } from 'react'
import type { FirstReads } from '#core/queries/query-cache.ts'
import { mayReload } from './may-reload.ts'

/** A screen may say what it reads first, so that this is there when it is drawn. */
type ScreenComponent<P> = ComponentType<P> & { firstReads?: FirstReads }

export type LazyScreen<P extends object> = {
  Screen: ComponentType<P>
  /** Fetches ahead of time; a failure is retried when the screen is shown. Resolves with what the screen reads first. */
  preload: () => Promise<FirstReads | undefined>
  /** Fetches the screen again the next time it is shown. Called after a failure, and only once that has been shown. */
  renew: () => void
}

/** A screen in a file of its own, shown once its texts are loaded too; one that was fetched before is shown at once. */
export function lazyScreen<P extends object>(
  load: () => Promise<ScreenComponent<P>>,
  loadText: () => Promise<unknown>,
): LazyScreen<P> {
  let loaded: ScreenComponent<P> | null = null

  async function fetchBoth(): Promise<ScreenComponent<P>> {
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
    // Chosen once: a screen whose component type changed while it is shown would be mounted again.
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
        ({ firstReads }) => firstReads,
        () => undefined,
      ),
  }
}
