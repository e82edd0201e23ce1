import { expect, test } from 'vitest'
import { aloneMustBeListed, knownUnfixed } from './known-unfixed.ts'
import { walk } from './walk.ts'

/** A long walk is `npm run thief -- --seed 7 --steps 2000`; a finding is printed with the steps that led to it. */
const asked = process.env['KAPAO_THIEF_SEED']
const seeds = asked === undefined ? [1, 2] : [Number(asked)]
const steps = Number(process.env['KAPAO_THIEF_STEPS'] ?? 50)
const rows = process.env['KAPAO_THIEF_ROWS']?.split(',').map(Number)
// For busy machines.
const perStepMs = 10_000
const foundWithin = 60

test.each(seeds)(
  'CARE-73 CARE-75 PERSON-44 no one ends with more than play, prizes and promises explain, nor with the rights of somebody else, whatever members, pairs and operators do (seed %i)',
  { tags: 'long-1', timeout: 60_000 + steps * perStepMs },
  async (seed) => {
    const without = rows ? [] : knownUnfixed
    const only = rows ?? null
    const walked = await walk({ seed, steps, without, only, aloneMustBeListed })
    expect(walked.found).toEqual([])
    expect(walked.violations).toEqual([])
  },
)

// A long walk looks only for what is asked.
const unfixed = asked === undefined ? knownUnfixed : []
test.each(unfixed)(
  'CARE-74 row %i is found while it is not fixed',
  async (row) => {
    const walked = await walk({
      seed: 1,
      steps: foundWithin,
      only: [row],
      without: [],
      aloneMustBeListed,
      untilFound: true,
    })
    expect(walked.found.map((one) => one.row)).toEqual([row])
    // The books stay consistent throughout.
    expect(walked.violations).toEqual([])
  },
  60_000 + foundWithin * perStepMs,
)
