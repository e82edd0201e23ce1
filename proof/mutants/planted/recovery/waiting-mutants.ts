import type { Mutant } from '../../mutant.ts'

const core = 'apps/server/src/core'
const locks = [`${core}/db/locks/when-free.test.ts`]

/** What refuses, hangs or waits: a database, a lock, a bucket, a log. */
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
  {
    name: 'waiting: a database that lets nobody in is a fault of ours',
    gate: ['tools/testing/refused.test.ts'],
    file: `${core}/db/outage.ts`,
    edits: [['if (isRefused(error)) return true', '']],
  },
  {
    name: 'waiting: nobody counts the lines of a log that were lost',
    gate: [`${core}/telemetry/lines.test.ts`],
    file: `${core}/telemetry/lines.ts`,
    edits: [['lost += countLines(rest)', 'lost += 0 * countLines(rest)']],
  },
]
