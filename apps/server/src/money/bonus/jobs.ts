import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Db } from '#core/db/db.ts'
import { doEach, walk, type Job } from '#core/jobs/jobs.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import { listEmptyOwners } from '#ledger/read.ts'
import { listWhoWithdrew } from '#money/withdrawals/read.ts'
import { endAfterWithdrawal, endEmptied } from './clear.ts'
import { recoverEnding, type ClearDeps } from './finish.ts'
import { countDue, listActive, listDue } from './store.ts'

const afterWithdrawalEveryMs = 30_000
const emptiedEveryMs = 60_000
const holdersAtOnce = 1_000
/** Each check asks every provider of the member. */
const askedAtOnceMax = 8
/** A process that was down for longer is noticed by operators. */
const lookedBackMs = 7 * dayMs

/** Ends conditions automatically. */
export function bonusJobs(deps: ClearDeps): Job[] {
  const { db, clock, log, readSettings } = deps
  const logging = {
    log,
    failed: 'a bonus could not be ended automatically',
    subjectOf: (memberId: string) => ({ member: memberId }),
  }
  return [
    {
      name: 'bonus.endAfterWithdrawal',
      everyMs: afterWithdrawalEveryMs,
      run: () => {
        const since = new Date(clock.now().getTime() - lookedBackMs)
        const withdrawn = holdersOf(db, (page) => listWhoWithdrew(db, page, since))
        return doEach(withdrawn, (memberId) => endAfterWithdrawal(deps, memberId), logging)
      },
    },
    {
      name: 'bonus.endEmptied',
      everyMs: emptiedEveryMs,
      run: async () => {
        const quietMs = (await readSettings())['bonus.endEmptyAfter'] * minuteMs
        const emptied = holdersOf(db, (page) => listEmptied(db, page))
        const asked = { ...logging, atOnceMax: askedAtOnceMax }
        return doEach(emptied, (memberId) => endEmptied(deps, { memberId, quietMs }), asked)
      },
    },
  ]
}

type Holder = Awaited<ReturnType<typeof listActive>>[number]

/** The members under a condition that `pick` selects, one page at a time. */
async function* holdersOf(
  db: Db,
  pick: (page: readonly Holder[]) => Promise<string[]>,
): AsyncGenerator<string> {
  const listAfter = (after: string) => listActive(db, { after, limit: holdersAtOnce })
  for await (const page of walk(listAfter, ({ memberId }) => memberId)) yield* await pick(page)
}

function listEmptied(db: Db, page: readonly Holder[]): Promise<string[]> {
  const members = page.map(({ memberId }) => memberId)
  return listEmptyOwners(db, members, ['wallet', 'game', 'transfer'])
}

/** Bonuses that are ending and wait for a provider, or were left by a dead process. */
export function endingWork(deps: ClearDeps): OpenWork {
  return {
    name: 'bonus',
    job: 'bonus.sweep',
    everyMs: 5_000,
    atOnceEach: 4,
    findDue: (wanted) => listDue(deps.db, wanted),
    countDue: (at) => countDue(deps.db, at),
    finish: (due) => recoverEnding(deps, due),
  }
}
