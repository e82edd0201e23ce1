import {
  claimedIds,
  parseRequirements,
  provenByCommand,
  testTitles,
} from '../reports/requirement-ids.ts'
import {
  isCommand,
  isTest,
  type SourceFile,
  type TidyRule,
  type Violation,
} from './source-files.ts'

const dependenciesPath = 'docs/dependencies.md'
const requirementsPath = 'docs/requirements.md'

type Package = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

/** A dependency is a commitment to follow someone else's releases, so each one is justified. */
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

/** An id in a title is a claim; an unknown id is a typing error. */
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

const lineMax = 120

/**
 * Rows of tables, code and headings cannot be broken, and links and quoted words stay whole. A requirement is a row
 * too: one line each.
 */
export const documentLines: TidyRule = {
  name: 'document-lines',
  check: (files) =>
    files
      .filter(({ path }) => /^(?:README|STYLE|docs\/.*)\.md$/.test(path))
      .filter(({ path }) => path !== requirementsPath)
      .flatMap(({ path, text }) =>
        linesOfProse(text)
          .filter(({ prose }) => [...prose].length > lineMax && canBeBroken(prose))
          .map(({ line, prose }) =>
            at(path, line, `${[...prose].length} characters, at most ${lineMax}: break the line`),
          ),
      ),
}

function linesOfProse(markdown: string): { line: number; prose: string }[] {
  let isCode = false
  return markdown.split('\n').flatMap((prose, offset) => {
    const isFence = /^\s*```/.test(prose)
    if (isFence) isCode = !isCode
    return isFence || isCode || /^\s*\||^#+ /.test(prose) ? [] : [{ line: offset + 1, prose }]
  })
}

/** Whether a space within the limit allows a line break: outside of links and quoted words. */
function canBeBroken(prose: string): boolean {
  const whole = prose.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, (found) =>
    found.replaceAll(/\s/g, '_'),
  )
  const start = /^\s*(?:[-*+] |\d+\. )?/.exec(whole)![0].length
  const space = whole.indexOf(' ', start)
  return space !== -1 && space <= lineMax
}

function textOf(files: readonly SourceFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? ''
}

function at(path: string, line: number, message: string): Violation {
  return { path, line, message }
}
