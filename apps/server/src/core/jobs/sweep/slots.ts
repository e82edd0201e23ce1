import type { Due } from './open-work.ts'

/** The work under way of all rounds: a party that hangs keeps its own slots and no others. */
export type PartySlots = {
  has: (party: string) => boolean
  run: (due: Due, work: () => Promise<void>) => Promise<void>
  ids: () => string[]
  idle: () => Promise<void>
}

type Limits = { atOnceMax: number; atOnceEach: number }

export function createSlots({ atOnceMax, atOnceEach }: Limits): PartySlots {
  const working = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()
  const leave = ({ id, party }: Due): void => {
    const left = working.get(party)! - 1
    if (left > 0) working.set(party, left)
    else working.delete(party)
    underWay.delete(id)
  }
  return {
    has: (party) => underWay.size < atOnceMax && (working.get(party) ?? 0) < atOnceEach,
    run: (due, work) => {
      working.set(due.party, (working.get(due.party) ?? 0) + 1)
      const done = work().finally(() => leave(due))
      underWay.set(due.id, done)
      return done
    },
    ids: () => [...underWay.keys()],
    idle: async () => void (await Promise.all(underWay.values())),
  }
}
