import { dirname, join } from 'node:path/posix'
import { isCode, isTest, type SourceFile, type TidyRule } from '../source-files.ts'

const page = 'apps/web/src/'
const shared = `${page}shared/`

/** A file used by a single feature must not be in `shared`, where its readers would not look for it. */
export const sharedIsShared: TidyRule = {
  name: 'shared-is-shared',
  check: (files) => {
    const users = usersOf(files.filter(({ path }) => isPageCode(path)))
    return [...users]
      .filter(([path, owners]) => path.startsWith(shared) && owners.size < 2)
      .map(([path, owners]) => {
        const [owner] = owners
        const where = owner ? `only ${owner} uses it: move it there` : 'nothing uses it'
        return { path, line: 0, message: `${where}; shared holds what several features use` }
      })
  },
}

function isPageCode(path: string): boolean {
  return path.startsWith(page) && isCode(path) && !isTest(path)
}

/** For each file of the page, the features and the other folders that reach it, through files of `shared` too. */
function usersOf(files: readonly SourceFile[]): Map<string, Set<string>> {
  const users = new Map(files.map(({ path }) => [path, new Set<string>()]))
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]))
  const visit = (path: string, owner: string): void => {
    const owners = users.get(path)
    if (!owners || owners.has(owner)) return
    owners.add(owner)
    if (path.startsWith(shared)) for (const next of imports.get(path) ?? []) visit(next, owner)
  }
  for (const { path } of files)
    if (!path.startsWith(shared))
      for (const next of imports.get(path) ?? []) visit(next, ownerOf(path))
  return users
}

function importsOf({ path, text }: SourceFile): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport\()\s*'([#.][^']+)'/g)].map(
    ([, name]) => name!,
  )
  return names.map((name) =>
    name.startsWith('#') ? page + name.slice(1) : join(dirname(path), name),
  )
}

function ownerOf(path: string): string {
  return /^apps\/web\/src\/(features\/[^/]+|[^/]+)/.exec(path)![1]!
}
