import { dirname } from 'node:path'
import { isCode, isTest, type SourceFile, type Violation } from './source-files.ts'

/** Known violations of the size limits: they may shrink, never grow. Stored in oversized.json. */
export type Oversized = {
  /** Source files of a folder, where there are more than eight. */
  readonly folders: Readonly<Record<string, number>>
  /** Lines of a file, where there are more than 300. */
  readonly files: Readonly<Record<string, number>>
  /** Lines of a function, as `path#name`, where there are more than 70. */
  readonly functions: Readonly<Record<string, number>>
}

/**
 * Files with fixed names, and those of the contract, one per word, are found without searching; a reader chooses among
 * the verbs next to them.
 */
const isRoleFile = (path: string): boolean =>
  /^packages\/contract\/src\/(?:console\/)?[a-z-]+\.ts$|\/(?:modules|settings)\/(?:.*\/)?(?:open|routes|jobs|desk|desk-routes|(?:[a-z-]+-)?store)\.ts$|\/outside\/[a-z]+\/(?:account|client|open)\.ts$/.test(
    path,
  )

type Measured = { key: string; size: number }

/** The counted unit, the limit, and what to do about more. */
type Limit = { what: string; max: number; wayOut: string }

const folderLimit: Limit = {
  what: 'source files',
  max: 8,
  wayOut:
    'move those that belong together into a folder inside, named after what they are about; a file that they import goes along, for a folder may import only what is inside it',
}
const fileLimit: Limit = {
  what: 'lines',
  max: 300,
  wayOut: 'move a part that has a name of its own to a file beside it',
}
const functionLimit: Limit = {
  what: 'lines of a function',
  max: 70,
  wayOut: 'move a step that has a name of its own to a function beside it',
}

/** Compares the measurements above a limit with the known ones: both directions must agree. */
function compare(
  measured: Measured[],
  known: Readonly<Record<string, number>>,
  { what, max, wayOut }: Limit,
): Violation[] {
  const sizes = new Map(measured.map(({ key, size }) => [key, size]))
  const grown = measured.flatMap(({ key, size }) => {
    const allowed = known[key]
    if (allowed === undefined) return [violation(key, `${size} ${what}, at most ${max}: ${wayOut}`)]
    return size > allowed
      ? [
          violation(
            key,
            `${size} ${what}, at most ${allowed} as it was (new ones ${max}): ${wayOut}`,
          ),
        ]
      : []
  })
  const shrunk = Object.entries(known)
    .filter(([key, allowed]) => (sizes.get(key) ?? 0) < allowed)
    .map(([key, allowed]) =>
      violation(
        key,
        `${sizes.get(key) ?? `at most ${max}`} ${what}, ${allowed} were allowed: write the smaller number into tools/tidy/oversized.json, or take the line out`,
      ),
    )
  return [...grown, ...shrunk]
}

function violation(key: string, message: string): Violation {
  return { path: key, line: 0, message }
}

/**
 * Counts a folder's files that a reader must choose from; tests and SQL files belong to their file and are not counted.
 */
export function checkFolders(files: readonly SourceFile[], known: Oversized): Violation[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (!isCode(path) || isTest(path) || isRoleFile(path) || path.endsWith('.config.ts')) continue
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  const crowded = [...counts]
    .map(([key, size]) => ({ key, size }))
    .filter(({ size }) => size > folderLimit.max)
  return compare(crowded, known.folders, folderLimit)
}

/** oxlint's report; it measures sizes on the syntax tree, so they are not measured a second time here. */
export type Diagnostic = {
  readonly code: string
  readonly message: string
  readonly help?: string
  readonly filename: string
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[]
}

const fileRule = 'eslint(max-lines)'
const functionRule = 'eslint(max-lines-per-function)'

export function isSizeDiagnostic({ code }: Diagnostic): boolean {
  return code === fileRule || code === functionRule
}

export function checkSizes(diagnostics: readonly Diagnostic[], known: Oversized): Violation[] {
  const sizesOf = (rule: string): Measured[] =>
    diagnostics
      .filter(({ code }) => code === rule)
      .map((diagnostic) => ({
        key: rule === fileRule ? diagnostic.filename : functionKey(diagnostic),
        size: Number(/\((\d+)\)/.exec(diagnostic.message)?.[1]),
      }))
  return [
    ...compare(sizesOf(fileRule), known.files, fileLimit),
    ...compare(sizesOf(functionRule), known.functions, functionLimit),
  ]
}

function functionKey({ filename, message }: Diagnostic): string {
  return `${filename}#${/`([^`]+)`/.exec(message)?.[1] ?? 'unnamed'}`
}
