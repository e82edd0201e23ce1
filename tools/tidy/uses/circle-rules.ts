import { dirname, join } from 'node:path'
import { readCode } from '#tools/tidy/code-text.ts'
import { isCode, type SourceFile, type TidyRule, type Violation } from '#tools/tidy/source-files.ts'

/** The meaning of each workspace's `#names`, longest first, so that a more specific one wins. */
type Names = { folder: string; imports: [from: string, to: string][] }[]

/**
 * Reading one file of a circle means reading all of them, so types count too. A dynamic import breaks a circle: nothing
 * waits for it.
 */
export const noFileCircles: TidyRule = {
  name: 'no-file-circles',
  check: (files) => {
    const code = files.filter(({ path }) => isCode(path))
    const known = new Set(code.map(({ path }) => path))
    const names = namesOf(files)
    const imports = new Map(
      code.map((file) => [file.path, importsOf(file, names).filter(({ path }) => known.has(path))]),
    )
    return code.flatMap(({ path }) => circleAt(path, imports))
  },
}

type Imported = { path: string; line: number }

function importsOf(file: SourceFile, names: Names): Imported[] {
  return readCode(file).imports.flatMap(({ line, text }) => {
    const path = pathOf(file.path, text, names)
    return path === null ? [] : [{ line, path }]
  })
}

function pathOf(from: string, name: string, names: Names): string | null {
  if (name.startsWith('.')) return join(dirname(from), name)
  const contract = /^@kapao\/contract\/(.+)$/.exec(name)
  if (contract) return `packages/contract/src/${contract[1]}.ts`
  const shared = /^@kapao\/ui\/(.+)$/.exec(name)
  if (shared) return `packages/ui/src/${shared[1]}`
  const { folder, imports } = names.find((one) => from.startsWith(one.folder)) ?? { imports: [] }
  const found = imports.find(([start]) => name.startsWith(start))
  return found ? join(folder ?? '', found[1] + name.slice(found[0].length)) : null
}

function namesOf(files: readonly SourceFile[]): Names {
  return files
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    .map(({ path, text }) => {
      const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> }
      return {
        folder: path.slice(0, -'package.json'.length),
        imports: Object.entries(imports).map(([from, to]): [string, string] => [
          from.replace(/\*.*/, ''),
          to.replace(/\*.*/, ''),
        ]),
      }
    })
    .toSorted((one, other) => other.folder.length - one.folder.length)
}

/** The shortest way from a file back to itself, reported once: at the file whose path sorts first. */
function circleAt(start: string, imports: ReadonlyMap<string, Imported[]>): Violation[] {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
    for (const next of imports.get(path) ?? []) {
      if (next.path === start) return violationAt(wayTo(path, cameFrom), imports)
      if (next.path < start || cameFrom.has(next.path)) continue
      cameFrom.set(next.path, path)
      waiting.push(next.path)
    }
  return []
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end]
  for (let from = cameFrom.get(end); from !== undefined; from = cameFrom.get(from))
    way.unshift(from)
  return way
}

function violationAt(way: string[], imports: ReadonlyMap<string, Imported[]>): Violation[] {
  const [path, next = path] = way as [string, ...string[]]
  const line = imports.get(path)!.find((one) => one.path === next)!.line
  const message = `a circle of files: ${[...way, path].join(' -> ')}; move what they share to a file below them`
  return [{ path, line, message }]
}
