import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Calls back with the name of whatever changes in a folder and below it; returns a function that stops it. Each folder
 * is watched on its own, since Node's recursive watching on Linux loses a file once another one was renamed over it,
 * which is how many editors and git save.
 */
export function watchTree(root: string, onChange: (file: string | null) => void): () => void {
  const watchers = new Map<string, FSWatcher>()

  const add = (folder: string): void => {
    const watcher = watch(folder, (event, file) => {
      onChange(file)
      if (event === 'rename' && file !== null) lookAgain(join(folder, file))
    })
    // A folder that is deleted is no fault.
    watcher.on('error', () => drop(folder))
    watchers.set(folder, watcher)
    for (const one of readdirSync(folder, { withFileTypes: true }))
      if (one.isDirectory()) add(join(folder, one.name))
  }
  const drop = (path: string): void => {
    for (const [folder, watcher] of watchers)
      if (folder === path || folder.startsWith(path + sep)) {
        watcher.close()
        watchers.delete(folder)
      }
  }
  /** Something came, went, or took the place of something of the same name. */
  const lookAgain = (path: string): void => {
    drop(path)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) add(path)
  }

  add(root)
  return () => drop(root)
}
