import type { Mutant } from '../../mutant.ts'

const core = 'apps/server/src/core'
const outage = ['tools/testing/standby/outage.test.ts']
const locks = [`${core}/db/locks/when-free.test.ts`]

/** What refuses, hangs or waits: a database, its standby, a lock, a bucket, a log. */
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
    name: 'waiting: reads stop with the usual age of a standby',
    gate: outage,
    file: `${core}/db/reads/reads.ts`,
    edits: [['age > outageMaxMs', 'age > ageMaxMs']],
  },
  {
    name: 'waiting: a session that a standby does not know is ended',
    gate: outage,
    file: `${core}/session/session.ts`,
    edits: [["ageMs !== null && 'lost' in judged", "ageMs === -1 && 'lost' in judged"]],
  },
  {
    name: 'waiting: old figures have the age of the last refresh',
    gate: ['apps/web/src/features/home/balance/balance-card.test.tsx'],
    file: 'apps/web/src/features/home/balance/balance-card.tsx',
    edits: [['wallet?.knownAt ?? syncedAt', 'syncedAt']],
  },
  {
    name: 'waiting: nobody counts the lines of a log that were lost',
    gate: [`${core}/telemetry/lines.test.ts`],
    file: `${core}/telemetry/lines.ts`,
    edits: [['lost += countLines(rest)', 'lost += 0 * countLines(rest)']],
  },
]
