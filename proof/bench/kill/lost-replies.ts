import type { AmountText } from '../../../packages/contract/src/money.ts'
import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { CommitUnknown, openDb, type Db } from '../../../apps/server/src/core/db/db.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { accountBook } from '../../../apps/server/src/ledger/accounts.ts'
import { post, type Movement } from '../../../apps/server/src/ledger/post.ts'
import { openInstantTransfers } from '../../../apps/server/src/testing/doubles/instant-transfers.ts'
import { games, type BenchDatabase } from '../stage.ts'
import { startReplyDropper, type ReplyDropper } from './drop-replies.ts'

export type LostReplies = { dropped: number; doubled: number; unanswered: number }

/**
 * Drops the reply to the commit of `cases` operations, half by each way to call the ledger, and retries each by its
 * key.
 */
export async function loseReplies(
  stage: Pick<BenchDatabase, 'db' | 'url' | 'memberIds'>,
  cases: number,
): Promise<LostReplies> {
  const dropper = await startReplyDropper(stage.url)
  const db = openDb({
    url: dropper.url,
    role: appRole,
    connectionsMax: 2,
    applicationName: 'kapao lost replies',
  })
  try {
    const before = await countMovements(stage.db)
    let unanswered = 0
    for (let n = 0; n < cases; n += 1) {
      const memberId = stage.memberIds[n % stage.memberIds.length]!
      const answered =
        n % 2 ? await beginOnce(db, dropper, memberId) : await postOnce(db, dropper, memberId)
      if (!answered) unanswered += 1
    }
    const moved = (await countMovements(stage.db)) - before
    return { dropped: dropper.countDropped(), doubled: moved - cases, unanswered }
  } finally {
    await db.close()
    dropper.close()
  }
}

async function countMovements(db: Db): Promise<number> {
  const [row] = await db.query<{ count: bigint }>('select count(*) from ledger_movement')
  return Number(row!.count)
}

/** The ordinary path: a transaction whose COMMIT is never answered; the caller sends the same movement again. */
async function postOnce(db: Db, dropper: ReplyDropper, memberId: string): Promise<boolean> {
  const [debit, credit] = await accountBook(db).find(memberId, [
    ['game', 'pg'],
    ['game', 'betflix'],
  ])
  const movement: Movement = {
    idem: systemIds.key(),
    debit: debit!,
    credit: credit!,
    money: { amount: 1n, currency: 'BAHT' },
    kind: 'correction',
  }
  const send = () => db.begin((tx) => post(tx, systemClock.now(), [movement]))
  dropper.dropNext('COMMIT')
  const first = await send().catch((error: unknown) => error)
  const [again] = await send()
  return first instanceof CommitUnknown && again!.outcome === 'replayed'
}

/** The batched path: the reply to the single statement is lost; the collector automatically sends the batch again. */
async function beginOnce(db: Db, dropper: ReplyDropper, memberId: string): Promise<boolean> {
  const transfers = openInstantTransfers({ db, clock: systemClock }, games)
  const caller = { memberId, key: systemIds.key(), requestId: 'lost' }
  const wanted = { from: 'pg', to: 'wallet', amount: '1' as AmountText }
  // The member's accounts, which are read first, are four rows.
  dropper.dropNext('SELECT 1')
  const first = await transfers.begin(caller, wanted)
  const again = await transfers.begin(caller, wanted)
  return first.id === again.id
}
