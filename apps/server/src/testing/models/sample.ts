import { createHash } from 'node:crypto'

/** `npm run proof` runs every case; `npm test` a sample of the large tables, drawn again for each run. */
const isProof = process.env['KAPAO_PROOF'] === '1'

/** A table of cases of which `count` run; `npm run proof` runs them all, and over many runs so does `npm test`. */
export function sampled<Case>(name: string, count: number, cases: readonly Case[]): Case[] {
  if (isProof) return [...cases]
  return drawSample({ seed: process.env['KAPAO_SEED'] ?? '', name, count }, cases)
}

export type Draw = { seed: string; name: string; count: number }

/** The same seed and name draw the same cases, and keep their order. */
export function drawSample<Case>({ seed, name, count }: Draw, cases: readonly Case[]): Case[] {
  if (count < 1) throw new Error(`${name}: a sample of ${count} would prove nothing`)
  const places = cases.map((_, place) => ({ place, lot: lotOf(`${seed}/${name}/${place}`) }))
  const drawn = places.toSorted((a, b) => a.lot.localeCompare(b.lot)).slice(0, count)
  const chosen = new Set(drawn.map(({ place }) => place))
  return cases.filter((_, place) => chosen.has(place))
}

function lotOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
