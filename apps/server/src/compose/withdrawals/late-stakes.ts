import { textOfMoney } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import { doEach, walk, type Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import { listEndedBetween } from '../../modules/bonus/ended/ended-store.ts'
import type { Held } from '../../modules/bonus/store.ts'
import { noteItem } from '../../modules/items/store.ts'
import { findSeenAt } from '../../modules/withdrawals/begin-end-store.ts'
import { findOld, slowTailMs, tailMs } from './old-stakes.ts'
import { hasTurnoverBack } from './turnover-back.ts'

type Around = { db: Db; clock: Clock; log: Pick<Log, 'error'> }

const hourMs = 60 * 60_000
/** Looked at for so long before withdrawals are not looked at any more; a worker that is away for longer misses it. */
const windowMs = 24 * hourMs
const pageMax = 500

/**
 * For some days after a bonus every withdrawal is looked at for what games may still owe to it. Who waits until they are over would be paid
 * without a look; so what nobody has seen by then is put on the list, and withdrawals wait for whoever decides that.
 */
export function lateStakesJob(around: Around): Job {
  return {
    name: 'withdrawals.lateStakes',
    everyMs: hourMs,
    run: () =>
      doEach(listEnding(around), (bonus) => look(around, bonus), {
        log: around.log,
        failed: 'what a bonus has left behind could not be looked for',
        subjectOf: ({ id }) => ({ bonus: id }),
      }),
  }
}

async function* listEnding({ db, clock }: Around): AsyncGenerator<Held> {
  for (const ms of [tailMs, slowTailMs]) {
    const from = new Date(clock.now().getTime() - ms)
    const to = new Date(from.getTime() + windowMs)
    const listAfter = (after: string) => listEndedBetween(db, { from, to, after, limit: pageMax })
    for await (const page of walk(listAfter, ({ id }) => id)) yield* page
  }
}

async function look({ db, clock }: Around, bonus: Held): Promise<void> {
  const { id, memberId, code, currency, endedAt } = bonus
  const now = clock.now()
  const seenAt = await findSeenAt(db, memberId)
  const asked = { memberId, now, isSwept: false, seenAt }
  const isOld = isLost(bonus)
    ? (await findOld(db, [bonus], asked)) !== null
    : await hasTurnoverBack(db, asked)
  if (!isOld) return
  await noteItem(db, {
    kind: 'withdrawals.late-stakes',
    key: id,
    memberId,
    words:
      'A game gave money after a bonus had ended, which may have been staked under it, and nobody has looked yet.',
    evidence: {
      bonus: code,
      gave: `${textOfMoney({ amount: bonus.bonus, currency })} ${currency}`,
      endedAt: endedAt!.toISOString(),
    },
    holds: ['withdrawals'],
    since: now,
  })
}

/** Whether what it left behind is not all the member's. */
function isLost({ endedBy, withdrawMax }: Held): boolean {
  return endedBy !== 'withdrawn' || withdrawMax !== null
}
