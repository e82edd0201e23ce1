/** One row of docs/requirements.md. */
export type Requirement = { readonly id: string; readonly group: string; readonly text: string }

const row = /^- ([A-Z]{2,}-[A-Z]*\d*|[IFS]\d{2})\s+(.*)$/
// Up to 199: SHA-256 is no row.
const idForm = '(?:[A-Z]{2,}-[A-Z]?1?\\d{2}|OP-[A-Z]+|[IFS]\\d{2})'
const idOrRange = new RegExp(`\\b(${idForm})(?:\\.\\.(${idForm}|\\d{2}))?(?!\\w)`, 'g')
const title =
  /(?:\b(?:test|[a-z]+Test|it|describe)(?:\.\w+)*|[\])])\s*\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g

/** The first text of a row of a table of tests, which becomes the title. */
const tableRow = new RegExp(`\\[\\s*'(${idForm}(?!\\w)[^'\\\\]*)'\\s*,`, 'g')

export function parseRequirements(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, text] = row.exec(line) ?? []
    return id && text ? [{ id, group: groupOf(id), text }] : []
  })
}

/** `DEP-B01` is of group `DEP-B`, `NAV-14` of `NAV`, and all decisions are of `OP`. */
function groupOf(id: string): string {
  return id.startsWith('OP-') ? 'OP' : id.replace(/-?\d+$/, '')
}

/** The titles of a test file, including those passed to `test.each(...)` or listed in its table. */
export function testTitles(source: string): Title[] {
  const called = [...source.matchAll(title)].map((match) => titleAt(source, match))
  return [...called, ...rowTitles(source)]
}

/** Only the titles listed in a table. */
export function rowTitles(source: string): Title[] {
  if (!/\.each[<(]|for \(const \[/.test(source)) return []
  return [...source.matchAll(tableRow)].map((match) => titleAt(source, match))
}

type Title = { line: number; title: string }

function titleAt(source: string, match: RegExpMatchArray): Title {
  return {
    line: source.slice(0, match.index).split('\n').length,
    title: match[1] ?? match[2] ?? match[3] ?? '',
  }
}

/** The ids that a title claims; `ERRC-01..ERRC-81` and `ERRC-01..81` claim all between. */
export function claimedIds(testTitle: string): string[] {
  return [...testTitle.matchAll(idOrRange)].flatMap(([, from, to]) =>
    from && to ? expandRange(from, to) : from ? [from] : [],
  )
}

function expandRange(from: string, to: string): string[] {
  const digits = /\d{2}$/
  const stem = from.replace(digits, '')
  const first = Number(from.slice(-2))
  const last = Number(to.slice(-2))
  // A range over two groups, or one that runs backwards, claims only its ends.
  if (!digits.test(from) || last < first || ![stem, ''].includes(to.replace(digits, '')))
    return [from, to].filter((id) => !/^\d+$/.test(id))
  return Array.from(
    { length: last - first + 1 },
    (_, offset) => stem + String(first + offset).padStart(2, '0'),
  )
}

/** The ids that a command's figures prove: the list `proves: ['F36']` in its source, with its line. */
export function provenByCommand(source: string): { line: number; ids: string[] }[] {
  return [...source.matchAll(/\bproves: (\[[^\]]*\])/g)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    ids: claimedIds(match[1] ?? ''),
  }))
}

export type GroupCoverage = {
  group: string
  ids: number
  covered: number
  /** Claimed by no title, but by a command that must be run. */
  byCommand: string[]
  missing: string[]
}

export type Claims = { byTest: ReadonlySet<string>; byCommand: ReadonlySet<string> }

/** In the order of the document. */
export function coverageByGroup(
  requirements: readonly Requirement[],
  claims: Claims,
): GroupCoverage[] {
  return [...Map.groupBy(requirements, ({ group }) => group)].map(([group, rows]) => {
    const unclaimed = rows.map(({ id }) => id).filter((id) => !claims.byTest.has(id))
    const byCommand = unclaimed.filter((id) => claims.byCommand.has(id))
    const missing = unclaimed.filter((id) => !claims.byCommand.has(id))
    return { group, ids: rows.length, covered: rows.length - unclaimed.length, byCommand, missing }
  })
}
