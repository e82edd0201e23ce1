import { sumOf } from '@kapao/contract/console/fields'
import type {
  listFlagged as flaggedCall,
  listLargest as largestCall,
} from '@kapao/contract/console/find-members'
import { rowsOfList } from '@kapao/contract/console/limits'
import type { MemberRow } from '@kapao/contract/console/members'
import type { z } from 'zod'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { readFromStandby, type Reads } from '#core/db/reads/reads.ts'
import { fromOneSnapshot } from '#ledger/verify.ts'
import { keepLargest, listFlagged, listLargest, sumLargest } from './lists-store.ts'
import { rowOf } from './search/search.ts'
import { listByIds } from './search/store.ts'

type CountDeps = { db: Db; clock: Clock; reads?: Reads | undefined }

/** Counts to whom most is owed, away from members where there is a standby. */
export async function countLargest({ db, clock, reads }: CountDeps): Promise<void> {
  const countedAt = clock.now()
  const largest = await readFromStandby({ db, reads }, (on) =>
    fromOneSnapshot(on, (tx) => sumLargest(tx, rowsOfList), '64MB'),
  )
  await db.begin((tx) => keepLargest(tx, largest, countedAt))
}

export async function readLargest(on: Queryable): Promise<z.output<typeof largestCall.output>> {
  const counted = await listLargest(on)
  const rows = await rowsOf(on, counted)
  return {
    countedAt: counted[0]?.countedAt.toISOString() ?? null,
    members: counted.flatMap(({ memberId, currency, owed }) => {
      const row = rows.get(memberId)
      return row ? [{ ...row, owed: sumOf({ amount: owed, currency }) }] : []
    }),
  }
}

export async function readFlagged(on: Queryable): Promise<z.output<typeof flaggedCall.output>> {
  const flagged = await listFlagged(on, rowsOfList + 1)
  const rows = await rowsOf(on, flagged)
  return {
    members: flagged.slice(0, rowsOfList).flatMap(({ memberId, flag, since }) => {
      const row = rows.get(memberId)
      return row ? [{ ...row, flag, since: since.toISOString() }] : []
    }),
    isCut: flagged.length > rowsOfList,
  }
}

async function rowsOf(
  on: Queryable,
  listed: readonly { memberId: string }[],
): Promise<Map<string, MemberRow>> {
  const found = await listByIds(
    on,
    listed.map(({ memberId }) => memberId),
  )
  return new Map(found.map((one) => [one.id, { ...rowOf(one), found: 'listed', about: null }]))
}
