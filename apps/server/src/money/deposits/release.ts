import type { Db } from '#core/db/db.ts'
import { doEach, walk } from '#core/jobs/jobs.ts'
import type { Log } from '#core/telemetry/log.ts'
import { listHolders } from '#money/bonus/read.ts'
import { listDeactivations } from '#records/account/store.ts'
import type { Deposits } from './settle.ts'
import { listCertain, listSuspended, listWaiting } from './store.ts'

export type ReleaseDeps = { db: Db; log: Pick<Log, 'error'> }

const releasedAtOnceMax = 500
const membersAtOnce = 2_000

/** The members whose deposits need not wait any longer; members who still wait are skipped, however many they are. */
async function* listFree(db: Db): AsyncGenerator<string> {
  const listAfter = (after: string) => listWaiting(db, { after, limit: membersAtOnce })
  for await (const waiting of walk(listAfter, (memberId) => memberId)) {
    const holders = new Set(await listHolders(db, waiting))
    for (const { id, deactivatedAt } of await listDeactivations(db, waiting))
      if (deactivatedAt === null && !holders.has(id)) yield id
  }
}

async function* listWaitingOf(db: Db, members: Iterable<string> | AsyncIterable<string>) {
  for await (const memberId of members)
    for (const why of ['bonus', 'inactive'] as const)
      yield* await listSuspended(db, { why, memberId, limit: releasedAtOnceMax })
}

/** Releases deposits that might have been repeats of others and have been reported otherwise since. */
export async function releaseCertain({ db, log }: ReleaseDeps, deposits: Deposits): Promise<void> {
  await doEach(await listCertain(db, releasedAtOnceMax), (deposit) => deposits.release(deposit), {
    log,
    failed: 'a deposit like another could not be judged',
    subjectOf: ({ id }) => ({ deposit: id }),
  })
}

/**
 * Releases deposits of one member, or of all whose deposits need not wait. One that cannot be released does not delay
 * the others.
 */
export function release(
  { db, log }: ReleaseDeps,
  deposits: Deposits,
  memberId?: string,
): Promise<void> {
  const members = memberId === undefined ? listFree(db) : [memberId]
  return doEach(listWaitingOf(db, members), (deposit) => deposits.release(deposit), {
    log,
    failed: 'a deposit that waits could not be judged',
    subjectOf: ({ id }) => ({ deposit: id }),
  })
}
