import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import {
  lockCheckProgress,
  batchEnd,
  listCheckProgress,
  saveCheckProgress,
} from '#ledger/night/check-progress.ts'
import { findSettledPoint } from '#ledger/seal.ts'
import { noteItem } from '#records/items/store.ts'
import { creditQuestions } from './credits-store.ts'
import { playQuestions } from './play-store.ts'
import type { MeaningFinding, MeaningQuestion } from './question.ts'
import { touched } from './touch-store.ts'

const meaningQuestions: readonly MeaningQuestion[] = [...creditQuestions, ...playQuestions, touched]

/** A round ends after this time and continues in the next one. */
const roundMs = 10_000
const batchSize = 5_000n
const patienceMs = 6_000

type LookDeps = { db: Db; clock: Clock }

/**
 * Runs the meaning checks on new movements and lists each finding once for staff. It follows movement numbers, so none
 * is skipped after an outage, and a round without new movements costs almost nothing. It moves no money and accuses no
 * member.
 */
export async function checkMeaning({ db, clock }: LookDeps): Promise<void> {
  // Movements behind a longer open transaction are checked in the next round.
  const end = await findSettledPoint(db, patienceMs)
  if (end === null) return
  const until = clock.now().getTime() + roundMs
  const asked = await listCheckProgress(db)
  const behind = meaningQuestions.filter(({ name }) => (asked.get(name) ?? 0n) < end)
  for (const question of behind)
    while (clock.now().getTime() < until) {
      const isNew = await askBatch({ db, clock }, question, end)
      if (!isNew) break
    }
}

/** Checks one batch of the new movements; false when there is none. */
async function askBatch({ db, clock }: LookDeps, question: MeaningQuestion, end: bigint) {
  const { name, afterMs, holds = [], sql } = question
  return db.begin(
    async (tx) => {
      const now = clock.now()
      const after = await lockCheckProgress(tx, name, now)
      const wanted = after + batchSize < end ? after + batchSize : end
      if (wanted <= after) return false
      const upto = await batchEnd(tx, {
        after,
        upto: wanted,
        notAfter: new Date(now.getTime() - afterMs),
      })
      if (upto <= after) return false
      for (const found of await tx.query<MeaningFinding>(sql, [after, upto]))
        await noteItem(tx, { ...found, kind: name, holds, since: now })
      await saveCheckProgress(tx, name, { upto, at: now })
      return true
    },
    { isSlow: true },
  )
}
