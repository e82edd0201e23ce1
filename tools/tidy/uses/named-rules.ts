import { ownersOfMigration } from '../database-rules.ts'
import type { SourceFile, TidyRule, Violation } from '../source-files.ts'

const requirementsPath = 'docs/requirements.md'

/** What a document is about: a path in it that does not begin at the root is looked for there, and nowhere else. */
const parts: readonly { documents: RegExp; folders: readonly string[] }[] = [
  { documents: /^docs\/web\.md$/, folders: ['apps/web/', 'packages/', 'e2e/'] },
  { documents: /^docs\/console\.md$/, folders: ['apps/console/', 'apps/server/', 'packages/'] },
  { documents: /^docs\/contract\.md$/, folders: ['packages/contract/'] },
  { documents: /^docs\/outside\/sandbox\.md$/, folders: ['apps/sandbox/'] },
  {
    documents: /^docs\/(?:outside\/.*|alerts|commands|fraud|money|production|recovery)\.md$/,
    folders: ['apps/server/', 'packages/contract/'],
  },
  { documents: /./, folders: ['apps/', 'packages/', 'e2e/'] },
]

/** A document must not name a missing file, folder, table or function. */
export const documentsNameWhatIsThere: TidyRule = {
  name: 'documents-name-what-is-there',
  check: (files) => {
    const isInDatabase = databaseOf(files)
    return files
      .filter(({ path }) => /^(?:README|STYLE|docs\/.*)\.md$/.test(path))
      .filter(({ path }) => path !== requirementsPath)
      .flatMap(({ path, text }) => {
        const tree = treeFor(path, files)
        return quotedIn(text).flatMap(({ line, quoted }): Violation[] => [
          ...filesIn(quoted)
            .filter((name) => !tree.hasFile(name))
            .map((name) => ({
              path,
              line,
              message: `there is no file ${name}: name the one that does it now, from the root unless it is in ${tree.part}`,
            })),
          ...placesIn(quoted)
            .filter((name) => tree.isMeant(name) && !tree.hasPlace(name))
            .map((name) => ({ path, line, message: `there is nothing at ${name}` })),
          ...(isInDatabase(quoted) === false
            ? [{ path, line, message: `there is no ${quoted} in SQL or code` }]
            : []),
        ])
      })
  },
}

/** Whether a table or function of such a name is there; null for a name that is of no such form. */
function databaseOf(files: readonly SourceFile[]): (name: string) => boolean | null {
  const owners = files.flatMap(({ path }) => ownersOfMigration(path))
  const ofDatabase = new RegExp(`^(?:${owners.join('|')})_[a-z0-9_]+$`)
  const words = new Set(
    files
      .filter(({ path }) => /\.(?:sql|ts)$/.test(path) && !/^(?:tools|proof\/mutants)\//.test(path))
      .flatMap(({ text }) => text.match(/\b[a-z]+_[a-z0-9_]+\b/g) ?? []),
  )
  return (name) => (owners.length > 0 && ofDatabase.test(name) ? words.has(name) : null)
}

function treeFor(document: string, files: readonly SourceFile[]) {
  const { folders } = parts.find(({ documents }) => documents.test(document))!
  const own = files
    .filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
    .map(({ path }) => `/${path}`)
  const all = files.map(({ path }) => `/${path}`)
  /** Folders at the root, and those that the sources of the part begin with. */
  const rooms = new Set([
    ...all.flatMap((path) => /^\/([\w.-]+)\//.exec(path)?.[1] ?? []),
    ...own.flatMap((path) => /^\/\w+\/\w+\/src\/([\w-]+)\//.exec(path)?.[1] ?? []),
  ])
  return {
    part: folders.join(' or '),
    hasFile: (name: string) =>
      all.includes(`/${name}`) || own.some((path) => path.endsWith(`/${name}`)),
    /** A folder, or a file with or without its ending. */
    hasPlace: (name: string) => {
      const [folder, file] = [`/${name}/`, `/${name}.`]
      return (
        all.some((path) => `${path}/`.startsWith(folder) || path.startsWith(file)) ||
        own.some((path) => `${path}/`.includes(folder) || path.includes(file))
      )
    },
    isMeant: (name: string) => rooms.has(name.split('/')[0]!),
  }
}

function quotedIn(markdown: string): { line: number; quoted: string }[] {
  return markdown
    .split('\n')
    .flatMap((line, offset) =>
      [...line.matchAll(/`([^`]+)`/g)].map(([, quoted]) => ({ line: offset + 1, quoted: quoted! })),
    )
}

/** Names of source files; those with a wildcard or a placeholder name no file. */
function filesIn(quoted: string): string[] {
  return (quoted.match(/[\w@./{},*<>-]+\.(?:sql|tsx?|mjs|css)\b/g) ?? [])
    .filter((name) => !/[*<{]/.test(name))
    .map((name) => name.replace(/^[./]+/, ''))
}

/** Words that may be the path of a folder, or of a file without its ending. Some kinds of content look the same. */
function placesIn(quoted: string): string[] {
  return quoted
    .split(/\s+/)
    .filter((word) => /^[a-z0-9-]+(?:\/[a-z0-9-]+)+(?:\/|\.(?:json|md|sh|yml))?$/.test(word))
    .filter((word) => !/^text\/(?:html|plain|css|csv|javascript)$/.test(word))
    .map((word) => word.replace(/\/$/, ''))
}
