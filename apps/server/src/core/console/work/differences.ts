import { byKey } from '@kapao/contract/console/entry-key'
import type { RequestChange, Step } from '@kapao/contract/console/work'
import { sha256 } from '../../ids.ts'

export type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [key: string]: Json }
type Side = Json | undefined

/** One part of two values; undefined on the side that does not have it. */
export type Part = { path: Step[]; before: Side; after: Side }

/**
 * Walks two values as they are kept and pairs all of their parts, those that are the same as well: entries of lists by
 * what identifies them, and otherwise by their place. Nothing of either value is left out.
 */
export function partsOf(before: unknown, after: unknown): Part[] {
  return walk([], { before: plain(before), after: plain(after) })
}

/** As JSON keeps it. */
function plain(value: unknown): Side {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json)
}

export function isChanged({ before, after }: Omit<Part, 'path'>): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}

type Sides = { before: Side; after: Side }

function walk(path: Step[], sides: Sides): Part[] {
  const { before, after } = sides
  const there = [before, after].filter((one) => one !== undefined)
  // An empty value has no parts that could stand for it.
  const isOne = there.every(isEmpty)
  if (!isOne && there.every(isList)) return walkLists(path, sides as Both<Json[]>)
  if (!isOne && there.every(isObject)) return walkObjects(path, sides as Both<JsonObject>)
  return [{ path, before, after }]
}

type Both<T> = { before: T | undefined; after: T | undefined }

function walkObjects(path: Step[], { before, after }: Both<JsonObject>): Part[] {
  const keys = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...keys].flatMap((key) =>
    walk([...path, { key }], { before: ownOf(before, key), after: ownOf(after, key) }),
  )
}

function ownOf(value: JsonObject | undefined, key: string): Side {
  return value && Object.hasOwn(value, key) ? value[key] : undefined
}

function walkLists(path: Step[], { before, after }: Both<Json[]>): Part[] {
  const { left, right } = labelled(before ?? [], after ?? [])
  const names = [...new Set([...right.keys(), ...left.keys()])]
  const entries = names.flatMap((entry) =>
    walk([...path, { entry }], { before: left.get(entry), after: right.get(entry) }),
  )
  const order = { before: [...left.keys()], after: [...right.keys()] }
  if (before === undefined || after === undefined || isInOrder(order)) return entries
  return [...entries, { path: [...path, { key: 'order' }], ...order }]
}

/** Entries that stay keep their order, and new ones follow them. */
function isInOrder({ before, after }: { before: string[]; after: string[] }): boolean {
  const stay = before.filter((one) => after.includes(one))
  const fresh = after.filter((one) => !before.includes(one))
  return isSame([...stay, ...fresh], after)
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The entries of both lists by what identifies them, or by their place where that names one twice or none. */
function labelled(before: Json[], after: Json[]) {
  const byPlace = (list: Json[]) => new Map(list.map((one, at) => [String(at + 1), one]))
  const [left, right] = byKey(before, after) ?? [byPlace(before), byPlace(after)]
  return { left: left!, right: right! }
}

function isList(value: Side): value is Json[] {
  return Array.isArray(value)
}

function isObject(value: Side): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isEmpty(value: Json): boolean {
  return (
    (isList(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)
  )
}

const shownMax = 400
const aroundMax = 40

/**
 * A part as a person can read it: of long texts what differs with a little around it. Two sides that differ still do.
 */
export function shownOf({ path, before, after }: Part, max = shownMax): Part {
  const texts = [before, after].filter((one) => typeof one === 'string')
  if (!texts.some((text) => text.length > max)) return { path, before, after }
  const isPair = texts.length === 2
  const start = isPair ? commonStart(texts[0]!, texts[1]!) : 0
  const shorten = (side: Side) =>
    typeof side === 'string' && side.length > Math.min(max, aroundMax)
      ? cutOf(side, { start, max })
      : side
  return { path, before: shorten(before), after: shorten(after) }
}

function cutOf(text: string, { start, max }: { start: number; max: number }): string {
  const about = `${text.length} · SHA-256 ${sha256(text).toString('hex').slice(0, 16)}`
  const from = Math.max(0, start - aroundMax)
  const part = text.slice(from, from + max)
  const isWhole = part.length === text.length
  return isWhole ? text : `${from > 0 ? '…' : ''}${part}… (${about})`
}

function commonStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** So many are kept with a request; one more than a list shows says that there are others. */
const keptMax = 5
const keptTextMax = 60

/** The first of what changes, to be kept with a request. */
export function changesOf(before: unknown, after: unknown): RequestChange[] {
  const changed = partsOf(before, after).filter(isChanged).slice(0, keptMax)
  return changed.map((part) => {
    const shown = shownOf(part, keptTextMax)
    return { path: shown.path, before: textOf(shown.before), after: textOf(shown.after) }
  })
}

function textOf(side: Side): string | null {
  return side === undefined ? null : JSON.stringify(side)
}

/** For a terminal, in one line. */
export function wordsOfChanges(changes: readonly RequestChange[]): string {
  const words = changes.map(({ path, before, after }) =>
    `${wordsOfPath(path)} ${before ?? '-'} → ${after ?? '-'}`.trim(),
  )
  return words.join(', ')
}

function wordsOfPath(path: readonly Step[]): string {
  return path.map((step) => ('key' in step ? step.key : step.entry)).join('.')
}
