import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import type { Queryable } from '#core/db/db.ts'
import { readCodesOf } from '#records/pictures/read.ts'
import { ValueRefused } from '#settings/check.ts'

/** What a picture of the house is found by, wherever and however it is written. */
const pictureFile = /[A-Za-z0-9_-]{43}\.webp/g
const codeMark = ' (QR: '

/** The pictures that a text names, by their files. */
export function picturesIn(text: string): string[] {
  return plainPath(text).match(pictureFile) ?? []
}

export function withoutPictures(text: string): string {
  return plainPath(text).replaceAll(pictureFile, '')
}

/** A browser reads an encoded path like a plain one. */
function plainPath(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

/** A picture that the house does not have is refused at its place: it could be added once nobody looks any more. */
export async function refuseUnknownPictures(on: Queryable, value: unknown): Promise<void> {
  const codes = await readCodes(on, value)
  const unknown = textsIn(value).filter(({ text }) =>
    picturesIn(text).some((file) => !codes.has(file)),
  )
  if (unknown.length === 0) return
  const sentence = 'The house does not have this picture: add it first.'
  const problemAt = ({ path }: TextAt): ValueProblem => ({ path, reason: 'noPicture', sentence })
  throw new ValueRefused(sentence, unknown.map(problemAt))
}

/**
 * A value with what the QR codes of its pictures say behind their names, so that those who decide about it, person or
 * rule, read them.
 */
export async function withCodes<T>(on: Queryable, value: T): Promise<T> {
  const codes = await readCodes(on, value)
  const shown = (text: string): string => {
    if (picturesIn(text).length === 0) return text
    return plainPath(text).replaceAll(pictureFile, (file) =>
      [file, ...(codes.get(file) ?? []).map((words) => `${codeMark}${words})`)].join(''),
    )
  }
  return mapTexts(value, shown) as T
}

function readCodes(on: Queryable, value: unknown) {
  const files = textsIn(value).flatMap(({ text }) => picturesIn(text))
  return readCodesOf(on, [...new Set(files)])
}

/** Whether a picture with a code came in; for pictures that are otherwise free to change. */
export function showsNewCode(before: unknown, after: unknown): boolean {
  const known = new Set(textsIn(before).map(({ text }) => text))
  return textsIn(after).some(({ text }) => text.includes(codeMark) && !known.has(text))
}

type Path = ValueProblem['path']
type TextAt = { text: string; path: Path }

export function textsIn(value: unknown, path: Path = []): TextAt[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)]),
  )
}
