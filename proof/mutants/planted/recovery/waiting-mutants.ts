import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** What refuses, hangs or waits: a database, a lock, a bucket, a log. */
export const waitingMutants: readonly Mutant[] = [
  ...faultsIn('core/db/locks/when-free', 'core/db/locks/when-free', {
    'waiting: a migration waits for its locks with everybody behind it': [
      'export const lockWaitMs = 2_000',
      'export const lockWaitMs = 0',
    ],
  }),
  ...faultsIn('core/db/migrate', 'core/db/locks/when-free', {
    'waiting: an index that was left unfinished stays so': [
      'if (await isUnfinished(ask, index)) await dropUnfinished(ask, index)',
      '',
    ],
  }),
  ...faultsIn('core/buckets/writes', 'core/buckets/silent', {
    'waiting: a bucket that hangs is asked a second time': [' || isSilent(error)', ''],
  }),
  ...faultsIn('core/db/outage', 'tools/testing/refused', {
    'waiting: a database that lets nobody in is a fault of ours': [
      'if (isRefused(error)) return true',
      '',
    ],
  }),
  ...faultsIn('core/telemetry/lines', 'core/telemetry/lines', {
    'waiting: nobody counts the lines of a log that were lost': [
      'lost += countLines(rest)',
      'lost += 0 * countLines(rest)',
    ],
  }),
]
