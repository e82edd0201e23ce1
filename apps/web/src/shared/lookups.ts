import { call } from '#core/api.ts'

export function loadInfo() {
  return call('GET /api/lookup/info')
}

/** Some servers return a list directly, others inside an object: the first list counts. */
export function listFrom<T>(
  answer: readonly T[] | Readonly<Record<string, unknown>>,
): readonly T[] {
  if (Array.isArray(answer)) return answer
  const lists = Object.values(answer ?? {}).filter((value) => Array.isArray(value))
  return (lists[0] as readonly T[] | undefined) ?? []
}
