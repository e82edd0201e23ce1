import type { listStatementBefore } from '@kapao/contract/statement'
import { bangkokDayStart, type Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Reads } from '#core/db/reads/reads.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { listPageBefore } from './show.ts'
import { findStatus } from './store.ts'

export type OlderDeps = { db: Db; clock: Clock; reads?: Reads | undefined }

type OlderQuery = Parameters<typeof listPageBefore>[2]
type Rows = Extract<AnswerOf<typeof listStatementBefore>, { statements: unknown }>

/**
 * Reads pages of closed days, and so exports, from a standby if there is one. Pages with today's rows, with pending rows,
 * or with rows that the standby has not replayed are read from the primary.
 */
export async function listOlderRows(
  { db, clock, reads }: OlderDeps,
  memberId: string,
  wanted: OlderQuery,
): Promise<Rows> {
  if (reads && wanted.before !== null) {
    const seq = BigInt(wanted.before) - 1n
    const rows = await reads.run(async (on) =>
      // A member's rows are committed in the order of their numbers: if this one exists, all below it do.
      (await findStatus(on, { memberId, seq })) ? listPageBefore(on, memberId, wanted) : null,
    )
    if (rows && isClosed(rows, bangkokDayStart(clock.now()))) return rows
  }
  return listPageBefore(db, memberId, wanted)
}

/** An empty page proves nothing: the member may have begun today. */
function isClosed({ statements }: Rows, today: Date): boolean {
  return (
    statements.length > 0 &&
    statements.every(({ createdAt, status }) => new Date(createdAt) < today && status !== 'PENDING')
  )
}
