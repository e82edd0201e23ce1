import { workKinds, type WorkKind } from '@kapao/contract/console/words'

const known: ReadonlySet<string> = new Set(workKinds)

export function isWorkKind(kind: string): kind is WorkKind {
  return known.has(kind)
}

/** The list of one kind, or of all. */
export function workAddress(list: WorkKind | 'all'): string {
  return `/work/${list}`
}

/** An item, beside the list that it was opened from. */
export function itemAddress(
  list: WorkKind | 'all',
  { kind, id }: { kind: WorkKind; id: string },
): string {
  return `${workAddress(list)}/${kind}/${encodeURIComponent(id)}`
}

/** The item in an address, as lists name it; null without one. */
export function keyInAddress(path: string): string | null {
  const [, kind, id] = /^\/work\/[^/]+\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  return kind && id ? `${kind}/${decodeURIComponent(id)}` : null
}
