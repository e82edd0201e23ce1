const gap = '  '

/** Rows under their headings, each column as wide as its widest cell. */
export function tableOf(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  return [headings, ...rows].map((row) => alignRow(row, widths)).join('\n')
}

/** Lines of a name and what belongs to it. */
export function pairsOf(pairs: [string, string][], indent = ''): string {
  const width = Math.max(...pairs.map(([name]) => widthOf(name)))
  return pairs
    .map(([name, text]) => (indent + alignRow([name, text], [width, 0])).trimEnd())
    .join('\n')
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

export function cut(text: string, charactersMax: number): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')]
  return letters.length <= charactersMax
    ? letters.join('')
    : `${letters.slice(0, charactersMax - 1).join('')}…`
}

/** To the second, in the time of the business. */
export function textOfTime(at: Date | null): string {
  return at ? `${at.toLocaleString('sv-SE', { timeZone: 'Asia/Bangkok' })} Bangkok` : '-'
}

export function textOfValue(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
