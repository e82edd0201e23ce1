import { parseSync, Visitor, type ParseResult } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

export type Piece = { readonly line: number; readonly text: string }

/** A parsed source text: its code, comments, literals and imports. */
export type CodeText = {
  /** The text with comments and the contents of literals blanked; lines and columns stay as they were. */
  readonly code: string
  readonly comments: readonly Piece[]
  readonly literals: readonly Piece[]
  /** The modules named after `from`, types included. */
  readonly imports: readonly (Piece & { readonly isType: boolean })[]
  /** The modules that `import()` loads later. */
  readonly lateImports: readonly Piece[]
}

type Span = { start: number; end: number }

// Ten rules read the same files.
const alreadyRead = new Map<string, CodeText>()

export function readCode({ path, text }: SourceFile): CodeText {
  const key = `${path}\n${text}`
  let found = alreadyRead.get(key)
  if (!found) {
    found = takeApart(path, text)
    alreadyRead.set(key, found)
  }
  return found
}

function takeApart(path: string, text: string): CodeText {
  const parsed = parseSync(path, text)
  const [fault] = parsed.errors
  if (fault) throw new Error(`${path}: ${fault.message}\n${fault.codeframe}`)
  const literals = literalsOf(parsed.program)
  const lineAt = lineCounter(text)
  const pieceOf = ({ start, end }: Span): Piece => ({
    line: lineAt(start),
    text: text.slice(start, end),
  })
  return {
    code: blank(text, [...parsed.comments, ...literals]),
    comments: parsed.comments.map(pieceOf),
    literals: literals.map(pieceOf),
    imports: importsOf(parsed),
    lateImports: parsed.module.dynamicImports.map(({ moduleRequest }) => {
      const { line, text: quoted } = pieceOf(moduleRequest)
      return { line, text: quoted.slice(1, -1) }
    }),
  }

  function importsOf({ module: { staticImports, staticExports } }: ParseResult) {
    const named = [
      ...staticImports.map(({ moduleRequest, entries }) => ({ moduleRequest, entries })),
      ...staticExports.flatMap(({ entries }) =>
        entries.map((entry) => ({ moduleRequest: entry.moduleRequest, entries: [entry] })),
      ),
    ]
    return named.flatMap(({ moduleRequest, entries }) => {
      if (!moduleRequest) return []
      const { line, text: quoted } = pieceOf(moduleRequest)
      // An import without names runs the file.
      const isType = entries.length > 0 && entries.every((entry) => entry.isType)
      return [{ line, text: quoted.slice(1, -1), isType }]
    })
  }
}

/** The content of strings and regular expressions, and the text of templates. */
function literalsOf(program: ParseResult['program']): Span[] {
  const found: Span[] = []
  new Visitor({
    Literal: ({ value, start, end, ...literal }) => {
      if (typeof value === 'string' || 'regex' in literal)
        found.push({ start: start + 1, end: end - 1 })
    },
    // Includes the backtick or brace before it, and the backtick or `${` after it.
    TemplateElement: ({ start, end, tail }) => {
      found.push({ start: start + 1, end: end - (tail ? 1 : 2) })
    },
    JSXText: ({ start, end }) => {
      found.push({ start, end })
    },
  }).visit(program)
  return found.toSorted((one, other) => one.start - other.start)
}

function blank(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]/g, ' '))
    at = end
  }
  return [...parts, text.slice(at)].join('')
}

function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
