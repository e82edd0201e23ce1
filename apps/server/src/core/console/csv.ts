/** What a spreadsheet would take for a formula and run. */
const formulaStart = /^[=+\-@\t\r]/

/** One line of a file for spreadsheets; no cell is a formula, whatever a member has written. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
