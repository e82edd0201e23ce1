import type { Fact } from './work.ts'

export type Side = {
  name: Fact['name']
  path: Fact['path']
  old: Fact | null
  next: Fact | null
  isChanged: boolean
}

/** Puts facts of one name side by side, in the given order; parts are matched by their path, those of one name by position. */
export function sidesOf(before: readonly Fact[], after: readonly Fact[]): Side[] {
  const left = placed(before)
  const right = placed(after)
  const places = new Set([...left.keys(), ...right.keys()])
  return [...places].map((place) => {
    const old = left.get(place) ?? null
    const next = right.get(place) ?? null
    const isChanged = JSON.stringify(old?.value) !== JSON.stringify(next?.value)
    const { name, path } = (old ?? next)!
    return { name, path, old, next, isChanged }
  })
}

function placed(facts: readonly Fact[]): Map<string, Fact> {
  const seen = new Map<string, number>()
  return new Map(
    facts.map((fact) => {
      const name = fact.path === undefined ? fact.name : `${fact.name} ${JSON.stringify(fact.path)}`
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [`${name} ${number}`, fact]
    }),
  )
}
