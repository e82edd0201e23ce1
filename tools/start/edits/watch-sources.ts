import { watch } from 'node:fs'
import { join } from 'node:path'
import { watchTree } from './watch-tree.ts'

/**
 * The folders of each part that hold sources. Its other folders are written by builds and installs, and would never
 * come to rest.
 */
const foldersOf = {
  'apps/web': ['src', 'head', 'worker', 'public'],
  'apps/console': ['src'],
  'apps/server': ['src', 'migrations'],
  'apps/sandbox': ['src'],
  'packages/contract': ['src'],
  'packages/ui': ['src'],
} as const
export type Part = keyof typeof foldersOf

/** The page itself and the settings of its build, which stand beside the folders. */
const besides = /^(?:index\.html|vite\.config\.ts)$/
const tests = /\.test\.tsx?$/
// An editor that saves many files at once must cause one rebuild.
const quietMs = 150

/** Calls back with the changed parts, one call at a time; returns a function that stops it. */
export function watchSources(
  onChange: (changed: ReadonlySet<Part>) => Promise<void>,
  repository = join(import.meta.dirname, '../../..'),
): () => void {
  let changed = new Set<Part>()
  let busy = false
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    if (busy || changed.size === 0) return
    const now = changed
    changed = new Set()
    busy = true
    await onChange(now)
    busy = false
    await flush()
  }
  const note = (part: Part): void => {
    changed.add(part)
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), quietMs)
  }
  const watchPart = (part: Part): (() => void)[] => {
    const beside = watch(join(repository, part), (_event, file) => {
      if (file !== null && besides.test(file)) note(part)
    })
    const below = foldersOf[part].map((folder) =>
      watchTree(join(repository, part, folder), (file) => {
        if (file === null || !tests.test(file)) note(part)
      }),
    )
    return [() => beside.close(), ...below]
  }
  const stops = (Object.keys(foldersOf) as Part[]).flatMap(watchPart)
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
