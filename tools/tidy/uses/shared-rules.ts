import { dirname, join } from 'node:path/posix'
import { isCode, isTest, type SourceFile, type TidyRule, type Violation } from '../source-files.ts'

/** The sources of a page. */
type Page = 'apps/web/src/' | 'apps/console/src/'
const pages: readonly Page[] = ['apps/web/src/', 'apps/console/src/']

/** A file used by a single feature must not be in `shared`, where its readers would not look for it. */
export const sharedIsShared: TidyRule = {
  name: 'shared-is-shared',
  check: (files) => pages.flatMap((page) => checkPage(page, files)),
}

function checkPage(page: Page, files: readonly SourceFile[]): Violation[] {
  const code = files.filter(({ path }) => path.startsWith(page) && isCode(path) && !isTest(path))
  return [...usersOf(page, code)]
    .filter(([path, owners]) => path.startsWith(`${page}shared/`) && owners.size < 2)
    .map(([path, owners]) => {
      const [owner] = owners
      const where = owner ? `only ${owner} uses it: move it there` : 'nothing uses it'
      return { path, line: 0, message: `${where}; shared holds what several features use` }
    })
}

/** For each file of the page, the features and the other folders that reach it, through files of `shared` too. */
function usersOf(page: Page, files: readonly SourceFile[]): Map<string, Set<string>> {
  const isShared = (path: string): boolean => path.startsWith(`${page}shared/`)
  const users = new Map(files.map(({ path }) => [path, new Set<string>()]))
  const imports = new Map(files.map((file) => [file.path, importsOf(page, file)]))
  const visit = (path: string, owner: string): void => {
    const owners = users.get(path)
    if (!owners || owners.has(owner)) return
    owners.add(owner)
    if (isShared(path)) for (const next of imports.get(path) ?? []) visit(next, owner)
  }
  for (const { path } of files)
    if (!isShared(path))
      for (const next of imports.get(path) ?? []) visit(next, ownerOf(page, path))
  return users
}

function importsOf(page: Page, { path, text }: SourceFile): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport\()\s*'([#.][^']+)'/g)].map(
    ([, name]) => name!,
  )
  return names.map((name) =>
    name.startsWith('#') ? page + name.slice(1) : join(dirname(path), name),
  )
}

function ownerOf(page: Page, path: string): string {
  return /^(?:features\/)?[^/]+/.exec(path.slice(page.length))![0]
}
