import type { Db } from '../../../apps/server/src/core/db/db.ts'
import { leg } from '../../../apps/server/src/ledger/post.ts'
import { holdsCheck, verifyLedger } from '../../../apps/server/src/ledger/verify.ts'
import { openHoldsSql } from '../../../apps/server/src/money/transfers/store.ts'
import { statementCheckSql } from '../../../apps/server/src/records/statement/store.ts'
import type { KnownTransfer } from './load.ts'

export type Comparison = { lost: number; doubled: number }

type TransferRow = { key: string; id: string; state: string }

/** Compares the database with the acknowledgements that callers received. */
export async function compareJournal(
  db: Db,
  journal: readonly KnownTransfer[],
): Promise<Comparison> {
  const transfers = await db.query<TransferRow>('select key, id, state from transfers_transfer')
  const moved = await db.query<{ idem: string }>(
    `select idem from ledger_movement where kind::text like 'transfer%'`,
  )
  const byKey = new Map(transfers.map((one) => [one.key, one]))
  const movements = new Set(moved.map(({ idem }) => idem))
  const expected = new Map(journal.map((one) => [one.key, legsOf(one)]))
  const isThere = ({ key, id, state }: KnownTransfer): boolean => {
    const found = byKey.get(key)
    return (
      found?.id === id &&
      found.state === state &&
      expected.get(key)!.every((one) => movements.has(one))
    )
  }
  // Every key was retried until it was acknowledged: a transfer without an acknowledgement is a duplicate.
  const known = new Set([...expected.values()].flat())
  const unknown = transfers.filter(({ key }) => !expected.has(key)).length
  return {
    lost: journal.filter((one) => !isThere(one)).length,
    doubled: unknown + moved.filter(({ idem }) => !known.has(idem)).length,
  }
}

function legsOf({ id, state }: KnownTransfer): string[] {
  return state === 'held' ? [leg(id, 1)] : [leg(id, 1), leg(id, state === 'done' ? 2 : 3)]
}

export async function countViolations(db: Db): Promise<number> {
  const checks = [
    holdsCheck('transfer', openHoldsSql),
    { name: 'statements have no gaps', sql: statementCheckSql },
  ]
  const { violations } = await verifyLedger(db, { full: true, checks })
  for (const one of violations) console.error('violation:', one)
  return violations.length
}
