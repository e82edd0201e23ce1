import { collect } from '../../apps/server/src/core/db/collect.ts'
import type { Db } from '../../apps/server/src/core/db/db.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { plainArray } from '../../apps/server/src/core/db/sql-arrays.ts'
import { accountBook, findAccount, type Account } from '../../apps/server/src/ledger/accounts.ts'
import { accountArrays } from '../../apps/server/src/ledger/arrays.ts'
import type { BenchDatabase } from './stage.ts'

type Single = { idem: string; debit: Account; credit: Account }

const done = 0
const busy = 8

/** The ledger alone: single movements of one satang, collected into batches, each a durable commit. */
export type CoreLoad = {
  /** Movements a second with that many callers, between random members, or all against one house account. */
  run: (load: { callers: number; seconds: number; hot: boolean }) => Promise<number>
}

export async function prepareCoreLoad(stage: BenchDatabase): Promise<CoreLoad> {
  const book = accountBook(stage.db)
  const games: Account[] = []
  for (const memberId of stage.memberIds)
    games.push(findAccount(await book.ofMember(memberId), 'game', 'pg')!)
  const house = await book.house('provider', 'pg', 'BAHT')
  const collector = collectSingles(stage.db)
  const anyGame = () => games[Math.floor(Math.random() * games.length)]!

  const moveOnce = async (hot: boolean): Promise<boolean> => {
    const debit = anyGame()
    const credit = hot ? house : anyGame()
    if (debit === credit) return false
    const status = await collector.add({ idem: systemIds.key(), debit, credit })
    if (status !== done) throw new Error(`a movement answered ${status}`)
    return true
  }

  return {
    run: async ({ callers, seconds, hot }) => {
      let moved = 0
      const end = performance.now() + seconds * 1000
      const caller = async (): Promise<void> => {
        while (performance.now() < end) if (await moveOnce(hot)) moved += 1
      }
      await Promise.all(Array.from({ length: callers }, caller))
      return moved / seconds
    },
  }
}

function collectSingles(db: Db) {
  return collect<Single, number>({
    name: 'bench',
    run: (items, { skipBusy }) => applySingles(db, items, skipBusy),
    isBusy: (status) => status === busy,
    identityOf: (item) => item.idem,
    ownerOf: (item) => item.debit.owner!,
  })
}

async function applySingles(db: Db, items: Single[], skipBusy: boolean): Promise<number[]> {
  const accounts = accountArrays(items.flatMap(({ debit, credit }) => [debit, credit]))
  const [row] = await db.query<{ o_status: number[] }>(
    `select o_status
     from ledger_apply(
       p_member => $1, p_house => $2, p_idem => $3, p_debit => $4, p_credit => $5,
       p_amount => $6, p_kind => $7::ledger_kind[], p_at => $8, p_skip_busy => $9)`,
    [
      plainArray(accounts.members),
      plainArray(accounts.houses),
      plainArray(items.map((item) => item.idem)),
      plainArray(items.map((item) => accounts.positionOf(item.debit))),
      plainArray(items.map((item) => accounts.positionOf(item.credit))),
      plainArray(items.map(() => 1)),
      plainArray(items.map(() => 'play_result')),
      new Date(),
      skipBusy,
    ],
  )
  return row!.o_status
}
