/** Spreadsheets recognize UTF-8 only by this byte order mark. */
const mark = '\uFEFF'
const number = /^-?\d+(\.\d+)?$/
/** Starts a formula in a spreadsheet, also after blanks. */
const formula = /^\s*[=+\-@\t\r|%]/

/** A table for spreadsheets: quoted where needed, and with nothing in it that they would run. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return mark + lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
