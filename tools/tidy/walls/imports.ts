import { dirname, join } from 'node:path/posix'
import { readCode } from '#tools/tidy/code-text.ts'
import type { SourceFile } from '#tools/tidy/source-files.ts'

/** The meaning of each workspace's `#names`. */
type Names = { folder: string; imports: [from: string, to: string][] }[]

export type Import = {
  line: number
  /** As it is written. */
  name: string
  /** The file of the repository that it means, whether or not it is there; null for npm's and Node's own. */
  path: string | null
  isType: boolean
}

/** Reads what a file imports; the names are those of the packages among the files. */
export function importReader(files: readonly SourceFile[]): (file: SourceFile) => Import[] {
  const names = namesOf(files)
  return (file) =>
    readCode(file).imports.map(({ line, text, isType }) => ({
      line,
      name: text,
      path: pathOf(file.path, text, names),
      isType,
    }))
}

/** Reads the files of the repository that a file loads later. */
export function lateImportReader(
  files: readonly SourceFile[],
): (file: SourceFile) => { path: string | null; line: number }[] {
  const names = namesOf(files)
  return (file) =>
    readCode(file).lateImports.map(({ line, text }) => ({
      line,
      path: pathOf(file.path, text, names),
    }))
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
