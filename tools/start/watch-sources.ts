import { watch } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const parts = [
  'apps/web',
  'apps/console',
  'apps/server',
  'apps/sandbox',
  'packages/contract',
  'packages/ui',
]
// An editor that saves many files at once must cause one rebuild.
const quietMs = 150

/** Calls back with the changed parts, one call at a time. */
export function watchSources(onChange: (changed: ReadonlySet<string>) => Promise<void>): void {
  let changed = new Set<string>()
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
  for (const part of parts)
    watch(join(repository, part, 'src'), { recursive: true }, (_event, file) => {
      if (file !== null && /\.test\.tsx?$/.test(file)) return
      changed.add(part)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), quietMs)
    })
}
