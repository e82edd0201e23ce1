import type { Mutant } from '../../mutant.ts'

const core = 'apps/server/src/core'
const locks = [`${core}/db/locks/when-free.test.ts`]

/** What hangs: a lock, an index that a killed process was making, a bucket. */
export const waitingMutants: readonly Mutant[] = [
  {
    name: 'waiting: a migration waits for its locks with everybody behind it',
    gate: locks,
    file: `${core}/db/locks/when-free.ts`,
    edits: [['export const lockWaitMs = 2_000', 'export const lockWaitMs = 0']],
  },
  {
    name: 'waiting: an index that was left unfinished stays so',
    gate: locks,
    file: `${core}/db/migrate.ts`,
    edits: [['if (await isUnfinished(ask, index)) await dropUnfinished(ask, index)', '']],
  },
  {
    name: 'waiting: a bucket that hangs is asked a second time',
    gate: [`${core}/buckets/silent.test.ts`],
    file: `${core}/buckets/writes.ts`,
    edits: [[' || isSilent(error)', '']],
  },
]
