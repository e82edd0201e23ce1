import { textOfMoney } from '@kapao/contract/money'
import { dayMs, hourMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { doEach, walk, type Job } from '#core/jobs/jobs.ts'
import type { Log } from '#core/telemetry/log.ts'
import { mayBeOwedBack, listEndedBetween, type EndedBonus } from '#money/bonus/ended-store.ts'
import { noteItem } from '#records/items/store.ts'
import { findSeenAt } from '#money/withdrawals/store.ts'
import { findOld, slowTailMs, tailMs } from './old-stakes.ts'
import { hasTurnoverBack } from './turnover-back.ts'

type StakeDeps = { db: Db; clock: Clock; log: Pick<Log, 'error'> }

/**
 * The time before the end of withdrawal checks in which this job checks; a worker that is down for longer misses it.
 */
const windowMs = dayMs
const pageMax = 500

/**
 * For some days after a bonus every withdrawal is checked for money that games may still owe to it. A member who waits
 * longer would be paid without a check, so unchecked wins are listed by then, and withdrawals wait for the operator's
 * decision.
 */
export function lateStakesJob(deps: StakeDeps): Job {
  return {
    name: 'withdrawals.lateStakes',
    everyMs: hourMs,
    run: () =>
      doEach(listEnding(deps), (ending) => look(deps, ending), {
        log: deps.log,
        failed: 'what a bonus has left behind could not be looked for',
        subjectOf: ({ bonus }) => ({ bonus: bonus.id }),
      }),
  }
}

type LateBonus = { bonus: EndedBonus; afterMs: number }

async function* listEnding({ db, clock }: StakeDeps): AsyncGenerator<LateBonus> {
  for (const afterMs of [tailMs, slowTailMs]) {
    const from = new Date(clock.now().getTime() - afterMs)
    const to = new Date(from.getTime() + windowMs)
    const listAfter = (after: string) => listEndedBetween(db, { from, to, after, limit: pageMax })
    for await (const page of walk(listAfter, ({ id }) => id))
      yield* page.map((bonus) => ({ bonus, afterMs }))
  }
}

async function look({ db, clock }: StakeDeps, { bonus, afterMs }: LateBonus): Promise<void> {
  const { id, memberId, code, currency, endedAt } = bonus
  const now = clock.now()
  const seenAt = await findSeenAt(db, memberId)
  const isQuickOnly = afterMs < slowTailMs
  const asked = { memberId, now, isSwept: false, seenAt, isQuickOnly }
  const isOld = mayBeOwedBack(bonus)
    ? (await findOld(db, [bonus], asked)) !== null
    : await hasTurnoverBack(db, [bonus], asked)
  if (!isOld) return
  await noteItem(db, {
    kind: 'withdrawals.late-stakes',
    // Slots are checked at the end of the first days, and other games at the end of the longer period.
    key: `${id} ${afterMs / dayMs}`,
    memberId,
    words:
      'A game paid after a bonus had ended; its bet may have been made under the bonus. No operator has checked it yet.',
    evidence: {
      bonus: code,
      gave: `${textOfMoney({ amount: bonus.bonus, currency })} ${currency}`,
      endedAt: endedAt.toISOString(),
    },
    holds: ['withdrawals'],
    since: now,
  })
}
