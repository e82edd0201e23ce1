import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Creates a file, or edits one: `find` occurs in it once and is replaced by `put`. */
export type Step = { path: string; make: string } | { path: string; find: string; put: string }

/** One heading of docs/adding.md, carried out: a step for each file of its list, in its order. */
export type Recipe = {
  title: string
  /** Values for the placeholders of the page, such as `<word>`. */
  names: Record<string, string>
  steps: Step[]
}

/** The lists of the page, by heading: the first quoted name of each numbered line. */
export function listsOf(page: string): Map<string, string[]> {
  const chapters = page.split(/^## /m).slice(1)
  return new Map(
    chapters.map((chapter) => [
      chapter.split('\n')[0]!,
      [...chapter.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path!),
    ]),
  )
}

export function named(path: string, names: Recipe['names']): string {
  return path.replaceAll(/<(\w+)>/g, (placeholder, name: string) => names[name] ?? placeholder)
}

export function follow(folder: string, step: Step): void {
  const path = join(folder, step.path)
  if ('make' in step) {
    if (existsSync(path)) throw new Error(`${step.path} is there already`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, step.make)
    return
  }
  const text = readFileSync(path, 'utf8')
  const parts = text.split(step.find)
  if (parts.length !== 2)
    throw new Error(`${step.path} has this ${parts.length - 1} times: ${step.find}`)
  writeFileSync(path, parts.join(step.put))
}

/** The number of the next migration. */
export function nextMigration(folder: string): string {
  const numbers = readdirSync(join(folder, 'apps/server/migrations'))
    .map((name) => Number.parseInt(name, 10))
    .filter((number) => number > 0)
  return String(Math.max(...numbers) + 1).padStart(3, '0')
}
