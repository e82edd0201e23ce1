/** How many rows a list shows. */
export const listedMax = 200

const gap = '  '
/** Everything that a terminal could take for a command, except line ends. */
const orders = /(?!\n)[\p{Cc}\u2028\u2029]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Text by strangers must not move a cursor, color a screen or reverse the text that follows: such characters are shown
 * as a mark.
 */
export function harmless(text: string): string {
  return text.replaceAll(/\r\n/g, '\n').replaceAll(orders, '\ufffd')
}

/** Rows under their headings, each column as wide as its widest cell. */
export function tableOf(headings: string[], given: string[][]): string {
  const rows = given.map((row) => row.map(inOneLine))
  const named = headings.map(inOneLine)
  const widths = named.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  return [named, ...rows].map((row) => alignRow(row, widths)).join('\n')
}

/** Lines of a name and its value. */
export function pairsOf(given: [string, string][], indent = ''): string {
  const pairs = given.map(([name, text]): [string, string] => [inOneLine(name), harmless(text)])
  const width = Math.max(...pairs.map(([name]) => widthOf(name)))
  // A setting may have several lines; they are indented, so that none looks like a pair.
  const within = `\n${indent}${' '.repeat(width)}${gap}`
  return pairs
    .map(([name, text]) =>
      (indent + alignRow([name, text.replaceAll('\n', within)], [width, 0])).trimEnd(),
    )
    .join('\n')
}

/** A line break within a cell could imitate a row. */
function inOneLine(text: string): string {
  return harmless(text).replaceAll('\n', '\ufffd')
}

function alignRow(row: string[], widths: number[]): string {
  return row
    .map((cell, column) => cell + ' '.repeat(Math.max(0, widths[column]! - widthOf(cell))))
    .join(gap)
    .trimEnd()
}

/** How many columns of a terminal a text takes: marks above and below Thai and Lao letters take none. */
function widthOf(text: string): number {
  return text.replaceAll(/[\p{Mn}\p{Cf}]/gu, '').length
}

/** To the second, in the business's time zone. */
export function textOfTime(at: Date | null): string {
  return at ? `${at.toLocaleString('sv-SE', { timeZone: 'Asia/Bangkok' })} Bangkok` : '-'
}

/** Terminal commands become JSON escapes, so that a JSON parser returns the original text. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    orders,
    (order) => `\\u${order.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
