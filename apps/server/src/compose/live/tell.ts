import type { Db } from '#core/db.ts'
import type { Live } from '#core/live/live.ts'
import type { Log } from '#core/log.ts'
import { listBalances } from '#ledger/read.ts'
import { findStatus, listRows } from '#modules/statement/store.ts'
import { findTransfer } from '#modules/transfers/store.ts'
import { findWithdrawal } from '#modules/withdrawals/store.ts'

export type TellAround = Pick<Live, 'push' | 'mayReach'> & { db: Db; log: Pick<Log, 'warn'> }

/** Tells a member's open pages that balances have changed; to be called after the commit. */
export function tellOfWallet(around: TellAround, memberId: string): void {
  inBackground(around, memberId, async () => {
    around.push(memberId, 'wallet', { seq: await readSeq(around.db, memberId) })
  })
}

/** The same for a transfer that has ended, or has landed in the wallet on its way to another game. */
export function tellOfTransfer(
  around: TellAround,
  { id, memberId }: { id: string; memberId: string },
): void {
  const { db, push } = around
  inBackground(around, memberId, async () => {
    const transfer = await findTransfer(db, id)
    const row = transfer?.statementSeq
      ? await findStatus(db, { memberId, seq: transfer.statementSeq })
      : null
    const seq = await readSeq(db, memberId)
    if (row) push(memberId, 'transfer', { seq, _id: row.operation, status: row.status })
    push(memberId, 'wallet', { seq })
  })
}

/** The same for a withdrawal that has begun, has gone on or has ended. */
export function tellOfWithdrawal(
  around: TellAround,
  { id, memberId }: { id: string; memberId: string },
): void {
  const { db, push } = around
  inBackground(around, memberId, async () => {
    const withdrawal = await findWithdrawal(db, id)
    const row = withdrawal && (await findStatus(db, { memberId, seq: withdrawal.statementSeq }))
    const seq = await readSeq(db, memberId)
    if (row) push(memberId, 'withdrawal', { seq, _id: row.operation, status: row.status })
    push(memberId, 'wallet', { seq })
  })
}

/** The same for what an operator did, at a terminal somewhere: whatever it was about. */
export function tellOfAct(
  around: TellAround,
  { memberId, action, subject: id }: { memberId: string; action: string; subject: string },
): void {
  // Who somebody is, or where their money goes, is no news of their balances.
  if (action.startsWith('account.')) return
  if (action.startsWith('withdrawals.')) return tellOfWithdrawal(around, { id, memberId })
  if (action.startsWith('transfers.')) return tellOfTransfer(around, { id, memberId })
  const { db, push } = around
  inBackground(around, memberId, async () => {
    // Of a deposit it is the newest row that came or changed; a page reads its statement anew whichever is named.
    const [row] = (await listRows(db, memberId, { page: 1, limit: 1 })).rows
    const seq = await readSeq(db, memberId)
    if (row) push(memberId, 'deposit', { seq, _id: row.operation, status: row.status })
    push(memberId, 'wallet', { seq })
  })
}

/** Nobody waits for a push, and one that fails takes nothing down: pages ask again by themselves. */
function inBackground(
  { mayReach, log }: TellAround,
  memberId: string,
  tell: () => Promise<void>,
): void {
  if (!mayReach(memberId)) return
  tell().catch((error: unknown) => log.warn({ err: error }, 'a push could not be made'))
}

async function readSeq(db: Db, memberId: string): Promise<number> {
  const balances = await listBalances(db, memberId)
  return Number(balances.find(({ kind }) => kind === 'wallet')?.seq ?? 0n)
}
