import {
  claimedIds,
  parseRequirements,
  provenByCommand,
  testTitles,
} from '../reports/requirement-ids.ts'
import {
  findMatches,
  isCommand,
  isTest,
  type SourceFile,
  type TidyRule,
  type Violation,
} from './source-files.ts'

const dependenciesPath = 'docs/dependencies.md'
const requirementsPath = 'docs/requirements.md'
const mapPath = 'docs/architecture.md'

type Package = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

/** A dependency is a promise to follow somebody else's releases, so each one is argued for. */
export const dependenciesExplained: TidyRule = {
  name: 'dependencies-explained',
  check: (files) => {
    const packages = files.filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    if (packages.length === 0) return []
    const used = new Set(packages.flatMap((file) => dependenciesOf(file)))
    const explained = explainedIn(textOf(files, dependenciesPath))
    return [
      ...[...used]
        .filter((name) => !explained.has(name))
        .map((name) => at(dependenciesPath, 0, `\`${name}\` has no row with its two reasons`)),
      ...[...explained]
        .filter(([name]) => !used.has(name))
        .map(([name, line]) => at(dependenciesPath, line, `\`${name}\` is in no package.json`)),
    ]
  },
}

function dependenciesOf(file: SourceFile): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(file.text) as Package
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith('@kapao/'),
  )
}

/** Rows of the form | `name` `name` | what for | why not by hand |, by line. */
function explainedIn(markdown: string): Map<string, number> {
  const lines = new Map<string, number>()
  for (const [offset, line] of markdown.split('\n').entries()) {
    const [, names, purpose, whyNotOwn] = line.split('|').map((cell) => cell.trim())
    if (!names || !purpose || !whyNotOwn) continue
    for (const [, name] of names.matchAll(/`([^`]+)`/g)) lines.set(name!, offset + 1)
  }
  return lines
}

/** An id in a title is a claim; a claim of something that nobody asked for is a typing error. */
export const knownRequirementIds: TidyRule = {
  name: 'known-requirement-ids',
  check: (files) => {
    const known = new Set(
      parseRequirements(textOf(files, requirementsPath)).map((requirement) => requirement.id),
    )
    return files.flatMap((file) =>
      claimsOf(file).flatMap(({ line, ids }) =>
        ids
          .filter((id) => !known.has(id))
          .map((id) => at(file.path, line, `${id} is not in ${requirementsPath}`)),
      ),
    )
  },
}

function claimsOf({ path, text }: SourceFile): { line: number; ids: string[] }[] {
  if (isCommand(path)) return provenByCommand(text)
  if (!isTest(path) || path.startsWith('tools/')) return []
  return testTitles(text).map(({ line, title }) => ({ line, ids: claimedIds(title) }))
}

/** The map shows every module, or it is not the map. */
export const modulesOnTheMap: TidyRule = {
  name: 'modules-on-the-map',
  check: (files) => {
    const map = textOf(files, mapPath)
    const modules = new Set(
      files.flatMap(({ path }) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? []),
    )
    return [...modules]
      .filter((name) => !new RegExp(`\`[^\`\n]*\\b${name}\\b[^\`\n]*\``).test(map))
      .map((name) => at(mapPath, 0, `module \`${name}\` is not on the map`))
  },
}

function textOf(files: readonly SourceFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? ''
}

function at(path: string, line: number, message: string): Violation {
  return { path, line, message }
}

/** A page that names a file which is gone sends its reader nowhere; what stands before the name may be left out. */
export const documentedFilesExist: TidyRule = {
  name: 'documented-files-exist',
  check: (files) => {
    const paths = files.map(({ path }) => `/${path}`)
    return files
      .filter(({ path }) => /^(?:docs\/.*|README|STYLE)\.?.*\.md$/.test(path))
      .flatMap(({ path, text }) =>
        findMatches(text, /`[\w.-][\w./-]*\.(?:tsx?|mjs|sql|css)`/)
          .map(({ line, found }) => ({ line, name: found.replaceAll('`', '') }))
          .filter(({ name }) => !paths.some((known) => known.endsWith(`/${name}`)))
          .map(({ line, name }) =>
            at(path, line, `there is no file ${name}: name the one that does it now`),
          ),
      )
  },
}
