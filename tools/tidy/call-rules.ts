import { readCode } from './code-text.ts'
import { isCode, lineAt, type TidyRule, type Violation } from './source-files.ts'

const createdFunction = /\bcreate\s+or\s+replace\s+function\s+(\w+)/gi
const call = /\b(?:(function|table|into|on)\s+)?([a-z]\w*_\w+)\s*\(/g
const byName = /^\s*\w+\s*=>/
const positionalMax = 6

/** Of many arguments nobody sees which is which, and two of one type change places unseen. */
export const sqlCallsByName: TidyRule = {
  name: 'sql-calls-by-name',
  check: (files) => {
    const sqlFiles = files
      .filter(({ path }) => path.endsWith('.sql'))
      .map(({ path, text }) => ({ path, text: text.replace(/--[^\n]*/g, '') }))
    const ours = new Set(
      sqlFiles.flatMap(({ text }) => [...text.matchAll(createdFunction)].map(([, name]) => name!)),
    )
    return [
      ...sqlFiles.flatMap(({ path, text }) => callsByPosition(path, { text, line: 1 }, ours)),
      ...files
        .filter(({ path }) => isCode(path))
        .flatMap((file) =>
          readCode(file).literals.flatMap((piece) => callsByPosition(file.path, piece, ours)),
        ),
    ]
  },
}

function callsByPosition(
  path: string,
  { text, line }: { text: string; line: number },
  ours: ReadonlySet<string>,
): Violation[] {
  return [...text.matchAll(call)].flatMap(({ 0: begun, 1: defining, 2: name = '', index }) => {
    if (defining || !ours.has(name)) return []
    const given = argumentsFrom(text, index + begun.length)
    if (given.length <= positionalMax || given.every((one) => byName.test(one))) return []
    const message = `${name} gets ${given.length} arguments: name each (p_x => $1), or pass one set of rows`
    return [{ path, line: line + lineAt(text, index) - 1, message }]
  })
}

/** The texts between the commas of a call, up to its closing parenthesis. */
function argumentsFrom(text: string, start: number): string[] {
  const found = ['']
  let depth = 0
  let isQuoted = false
  for (const sign of text.slice(start)) {
    if (sign === "'") isQuoted = !isQuoted
    else if (!isQuoted && '([{'.includes(sign)) depth += 1
    else if (!isQuoted && ')]}'.includes(sign)) depth -= 1
    if (depth < 0) break
    if (sign === ',' && depth === 0 && !isQuoted) found.push('')
    else found[found.length - 1] += sign
  }
  return found
}
