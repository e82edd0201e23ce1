export type Piece = { readonly line: number; readonly text: string }

/** A source text taken apart: what is code, what is said in comments, what stands in literals. */
export type CodeText = {
  /** The text with comments and the contents of literals blanked; lines and columns stay as they were. */
  readonly code: string
  readonly comments: readonly Piece[]
  readonly literals: readonly Piece[]
}

type Reading = { text: string; at: number; line: number; code: string[] } & {
  comments: Piece[]
  literals: Piece[]
  /** For every open template, how many braces are open inside its current `${}`. */
  templates: number[]
}

/**
 * TypeScript 7 has no parser to call, and these rules need no tree: telling code from words is enough.
 * A literal in quotes ends with its line, so an apostrophe in JSX text misleads this for one line at most.
 */
export function readCode(text: string): CodeText {
  let found = alreadyRead.get(text)
  if (!found) {
    found = takeApart(text)
    alreadyRead.set(text, found)
  }
  return found
}

// Ten rules look at the same files.
const alreadyRead = new Map<string, CodeText>()

function takeApart(text: string): CodeText {
  const reading: Reading = {
    text,
    at: 0,
    line: 1,
    code: [],
    comments: [],
    literals: [],
    templates: [],
  }
  while (reading.at < text.length) readPiece(reading)
  return { code: reading.code.join(''), comments: reading.comments, literals: reading.literals }
}

function readPiece(reading: Reading): void {
  const { text, at } = reading
  const char = text[at]!
  if (text.startsWith('//', at)) return readComment(reading, endOfLine(text, at))
  if (text.startsWith('/*', at)) return readComment(reading, endAfter(text, '*/', at + 2))
  if (char === '"' || char === "'") return readLiteral(reading, endOfQuoted(text, at, char))
  if (char === '`') return readTemplate(reading)
  if (char === '/' && regexMayStart(reading)) return readLiteral(reading, endOfRegex(text, at))
  if (char === '}' && reading.templates.at(-1) === 0) {
    reading.templates.pop()
    return readTemplate(reading)
  }
  if (reading.templates.length > 0 && (char === '{' || char === '}'))
    reading.templates[reading.templates.length - 1]! += char === '{' ? 1 : -1
  keep(reading, at + 1)
}

function readComment(reading: Reading, end: number): void {
  reading.comments.push({ line: reading.line, text: reading.text.slice(reading.at, end) })
  blank(reading, end)
}

function readLiteral(reading: Reading, end: number): void {
  reading.literals.push({ line: reading.line, text: reading.text.slice(reading.at + 1, end - 1) })
  keep(reading, reading.at + 1)
  blank(reading, Math.max(end - 1, reading.at))
  keep(reading, end)
}

/** From a backtick, or from the brace that closes `${}`, to the next `${` or the closing backtick. */
function readTemplate(reading: Reading): void {
  const { text } = reading
  const line = reading.line
  const start = reading.at + 1
  keep(reading, start)
  let end = start
  while (end < text.length && text[end] !== '`' && !text.startsWith('${', end))
    end += text[end] === '\\' ? 2 : 1
  end = Math.min(end, text.length)
  reading.literals.push({ line, text: text.slice(start, end) })
  blank(reading, end)
  if (text[end] === '$') reading.templates.push(0)
  keep(reading, end + (text[end] === '$' ? 2 : 1))
}

function keep(reading: Reading, end: number): void {
  move(reading, end, (part) => part)
}

function blank(reading: Reading, end: number): void {
  move(reading, end, (part) => part.replace(/[^\n]/g, ' '))
}

function move(reading: Reading, end: number, write: (part: string) => string): void {
  const part = reading.text.slice(reading.at, end)
  reading.code.push(write(part))
  reading.line += part.split('\n').length - 1
  reading.at = Math.max(end, reading.at)
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function endAfter(text: string, mark: string, at: number): number {
  const end = text.indexOf(mark, at)
  return end === -1 ? text.length : end + mark.length
}

function endOfQuoted(text: string, at: number, quote: string): number {
  let end = at + 1
  while (end < text.length && text[end] !== quote && text[end] !== '\n')
    end += text[end] === '\\' ? 2 : 1
  return Math.min(text[end] === quote ? end + 1 : end, text.length)
}

function endOfRegex(text: string, at: number): number {
  let inClass = false
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end += 1) {
    const char = text[end]
    if (char === '\\') end += 1
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return end + 1
  }
  return at + 1
}

/** A slash divides after a value and opens a pattern after an operator or a keyword. */
function regexMayStart({ text, at }: Reading): boolean {
  const before = text.slice(Math.max(0, at - 60), at).trimEnd()
  return before === '' || /[=(,:;!&|?{}[+\-*%~^]$|=>$|\b(?:return|typeof|case|in|of)$/.test(before)
}
