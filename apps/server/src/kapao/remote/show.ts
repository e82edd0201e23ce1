import { pairsOf, tableOf, textOfTime } from '../terminal/print.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

type Row = Record<string, unknown>

/** An answer for people: rows as a table, fields as pairs, and one below the other what an answer has of both. */
export function textOfAnswer(answer: unknown): string {
  if (!isObject(answer)) return textOfValue(answer)
  // What was decided has its whole item beside it, for the page.
  const { item, ...rest } = answer
  const shown = item !== undefined && 'state' in answer ? rest : answer
  return partsOf(shown, '').join('\n\n') || 'Nothing.'
}

function partsOf(fields: Row, heading: string): string[] {
  const all = Object.entries(fields)
  const pairs = all.filter(([, value]) => rowsIn(value) === null)
  const tables = all.filter(([, value]) => rowsIn(value) !== null)
  const isBare = heading === '' && all.length === 1
  const head = heading === '' ? [] : [heading]
  const text = pairs.flatMap(([name, value]) => flat(name, value))
  return [
    ...(text.length > 0 || head.length > 0
      ? [[...head, ...(text.length > 0 ? [pairsOf(text)] : [])].join('\n')]
      : []),
    ...tables.flatMap(([name, value]) => tablesOf(isBare ? '' : name, rowsIn(value)!)),
  ]
}

/** Rows that have rows of their own are parts with a heading. */
function tablesOf(name: string, rows: readonly Row[]): string[] {
  const isDeep = rows.some((row) => Object.values(row).some((value) => rowsIn(value) !== null))
  if (isDeep)
    return rows.flatMap(({ name: own, ...row }, place) =>
      partsOf(row, `${name} ${typeof own === 'string' ? own : place + 1}:`.trim()),
    )
  return [[...(name === '' ? [] : [name]), tableOfRows(rows)].join('\n')]
}

function tableOfRows(rows: readonly Row[]): string {
  const flatRows = rows.map(
    (row) => new Map(Object.entries(row).flatMap(([name, value]) => flat(name, value))),
  )
  const names = [...new Set(flatRows.flatMap((row) => [...row.keys()]))]
  return tableOf(
    names,
    flatRows.map((row) => names.map((name) => row.get(name) ?? '-')),
  )
}

function rowsIn(value: unknown): Row[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : null
}

/** A field as pairs: parts of an object have its name before theirs. */
function flat(name: string, value: unknown): [string, string][] {
  // How a setting is typed, for the page; here it stands in words.
  if (name === 'field' && isObject(value)) return []
  if (!isObject(value) || isWhole(value)) return [[name, textOfValue(value)]]
  return Object.entries(value).flatMap(([part, below]) => flat(`${name}.${part}`, below))
}

function textOfValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return instant.test(value) ? textOfTime(new Date(value)) : value
  if (Array.isArray(value)) return value.map(textOfValue).join(', ') || '-'
  if (!isObject(value)) return JSON.stringify(value)
  const { form: _, odd: _places, ...parts } = value
  const words = Object.entries(parts).map(([name, part]) =>
    isWhole(value) ? textOfValue(part) : `${name} ${textOfValue(part)}`,
  )
  return words.join(' ') || '-'
}

/** Sums, and values of a form, are one value. */
function isWhole(value: Row): boolean {
  const names = Object.keys(value)
  return names.length === 0 || 'form' in value || names.join() === 'amount,currency'
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
