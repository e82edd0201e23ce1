import type { Built, Page } from '../../build.ts'
import type { Part } from './watch-sources.ts'

export type EditHandlers = {
  buildPages: () => Promise<Built[]>
  restart: (name: 'server' | 'sandbox' | 'console') => Promise<void>
  log: (line: string) => void
}

const pageParts: readonly Part[] = ['apps/web', 'apps/console', 'packages/ui', 'packages/contract']

/**
 * Applies saved changes to the running stack and returns what was done; an error is reported and leaves the last good
 * state running.
 */
export async function followEdits(
  changed: ReadonlySet<Part>,
  { buildPages, restart, log }: EditHandlers,
): Promise<string[]> {
  const done: string[] = []
  const built = new Set<Page>()
  try {
    if (pageParts.some((part) => changed.has(part)))
      for (const one of await buildPages()) if (one.built) built.add(one.page)
    for (const page of built) done.push(`page of ${page} built`)
    if (changed.has('apps/sandbox')) {
      await restart('sandbox')
      done.push('sandbox restarted')
    }
    // Each reads its page, and which files belong to it, once, at its start.
    if (built.has('web') || changed.has('apps/server')) {
      await restart('server')
      done.push('server restarted')
    } else if (built.has('console')) {
      await restart('console')
      done.push('console restarted')
    }
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
  }
  return done
}
