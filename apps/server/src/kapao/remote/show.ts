import { pairsOf, tableOf, textOfTime } from '../terminal/print.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** An answer for people: rows as a table, fields as pairs, and one below the other what an answer has of both. */
export function textOfAnswer(answer: unknown): string {
  if (!isObject(answer)) return textOfValue(answer)
  const fields = Object.entries(answer)
  const isRows = ([, value]: [string, unknown]) => rowsIn(value) !== null
  const pairs = fields
    .filter((field) => !isRows(field))
    .flatMap(([name, value]) => flat(name, value))
  const tables = fields.filter(isRows).map(([name, value]) => {
    const table = tableOfRows(rowsIn(value)!)
    return fields.length === 1 ? table : `${name}\n${table}`
  })
  return [...(pairs.length > 0 ? [pairsOf(pairs)] : []), ...tables].join('\n\n') || 'Nothing.'
}

function rowsIn(value: unknown): Record<string, unknown>[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : null
}

function tableOfRows(rows: readonly Record<string, unknown>[]): string {
  const flatRows = rows.map((row) =>
    Object.fromEntries(Object.entries(row).flatMap(([name, value]) => flat(name, value))),
  )
  const names = [...new Set(flatRows.flatMap((row) => Object.keys(row)))]
  return tableOf(
    names,
    flatRows.map((row) => names.map((name) => row[name] ?? '-')),
  )
}

/** A field as pairs: parts of an object have its name before theirs. */
function flat(name: string, value: unknown): [string, string][] {
  if (!isObject(value) || isWhole(value)) return [[name, textOfValue(value)]]
  return Object.entries(value).flatMap(([part, below]) =>
    part === 'form' ? [] : flat(`${name}.${part}`, below),
  )
}

function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return instant.test(value) ? textOfTime(new Date(value)) : value
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string')
      ? value.join(', ') || '-'
      : value.map((one) => JSON.stringify(one)).join(' ')
  if (!isObject(value)) return String(value)
  const { amount, currency } = value
  return isSum(value) ? `${String(amount)} ${String(currency)}` : JSON.stringify(value)
}

function isSum(value: Record<string, unknown>): boolean {
  return Object.keys(value).length === 2 && 'amount' in value && 'currency' in value
}

/** Sums are one value, and so is what has keys of its own making. */
function isWhole(value: Record<string, unknown>): boolean {
  return isSum(value) || Object.keys(value).length === 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
