/** Spreadsheets read UTF-8 as such only behind this mark. */
const mark = '\uFEFF'
const number = /^-?\d+(\.\d+)?$/
/** What a spreadsheet takes for the beginning of a formula, also behind blanks. */
const formula = /^\s*[=+\-@\t\r|%]/

/** A table that spreadsheets open: quoted where needed, and with nothing in it that they would run. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return mark + lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
