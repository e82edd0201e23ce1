import type { Fact } from '@kapao/contract/console/work'

export type Side = {
  name: Fact['name']
  key: Fact['key']
  old: Fact | null
  next: Fact | null
  isChanged: boolean
}

/** Puts facts of one name side by side, in the given order; parts are matched by key, those of one name by position. */
export function sidesOf(before: readonly Fact[], after: readonly Fact[]): Side[] {
  const left = placed(before)
  const right = placed(after)
  const places = new Set([...left.keys(), ...right.keys()])
  return [...places].map((place) => {
    const old = left.get(place) ?? null
    const next = right.get(place) ?? null
    const isChanged = JSON.stringify(old?.value) !== JSON.stringify(next?.value)
    const { name, key } = (old ?? next)!
    return { name, key, old, next, isChanged }
  })
}

function placed(facts: readonly Fact[]): Map<string, Fact> {
  const seen = new Map<string, number>()
  return new Map(
    facts.map((fact) => {
      const name = fact.key === undefined ? fact.name : `${fact.name} ${fact.key}`
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [`${name} ${number}`, fact]
    }),
  )
}
