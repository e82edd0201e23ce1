import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'
import { repository } from '../../run-tool.ts'
import { isCode, listSourcePaths } from '../../tidy/source-files.ts'

const paths = listSourcePaths(repository)
const known = new Set(paths)
const folders = new Set(paths.map((path) => dirname(path)))

type Package = { name: string; imports?: Record<string, string>; exports?: Record<string, string> }

const packages = paths
  .filter((path) => path.endsWith('/package.json'))
  .map((path) => ({
    folder: dirname(path),
    ...(JSON.parse(readFileSync(join(repository, path), 'utf8')) as Package),
  }))

export function isFolder(path: string): boolean {
  return folders.has(path)
}

/** The folders directly in a folder of sources. */
export function foldersIn(folder: string): string[] {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`) && isImported(path))
  const names = inside.map((path) => path.slice(folder.length + 1).split('/'))
  return [...new Set(names.flatMap(([name, ...rest]) => (rest.length > 0 ? [name!] : [])))]
}

/** The files directly in a folder of sources. */
export function filesIn(folder: string): string[] {
  return paths.filter((path) => dirname(path) === folder && isImported(path))
}

/** One file of each depth that a folder has: a rule that sees the first level only is no rule. */
export function samplesOf(folder: string): string[] {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`) && isImported(path))
  const byDepth = Map.groupBy(inside, (path) => path.split('/').length)
  return [...byDepth.values()].map(([first]) => first!)
}

function isImported(path: string): boolean {
  return isCode(path) && !/\.test\.tsx?$/.test(path)
}

/** Every way to write the import of a file at this place: relative, and by the alias of its package. */
export function specifiersOf(place: string, path: string): string[] {
  const way = relative(dirname(place), path)
  return [way.startsWith('.') ? way : `./${way}`, ...aliasesOf(place, path)]
}

export function aliasesOf(place: string, path: string): string[] {
  return namesAt(place)
    .filter(({ target }) => (target.endsWith('/') ? path.startsWith(target) : path === target))
    .map(({ name, target }) => name + path.slice(target.length))
}

/** The path that a specifier means at this place, whether or not it exists; null for npm's and Node's own. */
export function pathOf(place: string, specifier: string): string | null {
  const text = specifier.replace(/^type:/, '')
  if (text.startsWith('.')) return join(dirname(place), text)
  const [, scope, rest = ''] = /^(@kapao\/[^/]+)\/(.+)$/.exec(text) ?? []
  if (scope) {
    const named = packages.find(({ name }) => name === scope)
    return join(named?.folder ?? scope, (named?.exports?.['./*'] ?? './*').replace('*', rest))
  }
  if (!text.startsWith('#')) return null
  const alias = namesAt(place).find(({ name }) =>
    name.endsWith('/') ? text.startsWith(name) : text === name,
  )
  return alias ? alias.target + text.slice(alias.name.length) : text
}

export function isThere(path: string): boolean {
  return known.has(path)
}

/** The aliases of the package that contains a place: `#core/` and `apps/server/src/core/`. */
function namesAt(place: string): { name: string; target: string }[] {
  const { folder, imports } = packages.find((one) => place.startsWith(`${one.folder}/`)) ?? {}
  return Object.entries(imports ?? {}).map(([name, target]) => ({
    name: name.replace('*', ''),
    target: join(folder!, target.replace('*', '')),
  }))
}
