import type { Db } from '#core/db/db.ts'
import type { Live } from '#core/live/live.ts'
import type { Log } from '#core/telemetry/log.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { findStatus, listRows } from '#records/statement/store.ts'
import { findTransfer } from '#money/transfers/store.ts'
import { findWithdrawal } from '#money/withdrawals/store.ts'

type PushDeps = Pick<Live, 'push' | 'mayReach'> & { db: Db; log: Pick<Log, 'warn'> }
type PushSubject = { id: string; memberId: string }

/** The notifications of members' open pages. Call each after its commit; callers do not wait and none throws. */
export type Pushes = {
  walletChanged: (memberId: string) => void
  /** A transfer has ended, or has arrived in the wallet on its way to another game. */
  transferEnded: (transfer: PushSubject) => void
  /** A withdrawal has begun, progressed or ended. */
  withdrawalChanged: (withdrawal: PushSubject) => void
  /** An operator has changed something about a member, in another process. */
  actDone: (act: { memberId: string; action: string; subject: string }) => void
}

export function openPushes(deps: PushDeps): Pushes {
  return {
    walletChanged: (memberId) => walletChanged(deps, memberId),
    transferEnded: (transfer) => transferEnded(deps, transfer),
    withdrawalChanged: (withdrawal) => withdrawalChanged(deps, withdrawal),
    actDone: (act) => actDone(deps, act),
  }
}

function walletChanged(deps: PushDeps, memberId: string): void {
  inBackground(deps, memberId, async () => {
    deps.push(memberId, 'wallet', { seq: await readSeq(deps.db, memberId) })
  })
}

function transferEnded(deps: PushDeps, { id, memberId }: PushSubject): void {
  const { db, push } = deps
  inBackground(deps, memberId, async () => {
    const transfer = await findTransfer(db, id)
    const row = transfer?.statementSeq
      ? await findStatus(db, { memberId, seq: transfer.statementSeq })
      : null
    const seq = await readSeq(db, memberId)
    if (row) push(memberId, 'transfer', { seq, _id: row.operation, status: row.status })
    push(memberId, 'wallet', { seq })
  })
}

function withdrawalChanged(deps: PushDeps, { id, memberId }: PushSubject): void {
  const { db, push } = deps
  inBackground(deps, memberId, async () => {
    const withdrawal = await findWithdrawal(db, id)
    const row = withdrawal && (await findStatus(db, { memberId, seq: withdrawal.statementSeq }))
    const seq = await readSeq(db, memberId)
    if (row) push(memberId, 'withdrawal', { seq, _id: row.operation, status: row.status })
    push(memberId, 'wallet', { seq })
  })
}

function actDone(
  deps: PushDeps,
  { memberId, action, subject: id }: { memberId: string; action: string; subject: string },
): void {
  // The wallet names the bank account.
  if (action.startsWith('account.')) return walletChanged(deps, memberId)
  if (action.startsWith('withdrawals.')) return withdrawalChanged(deps, { id, memberId })
  if (action.startsWith('transfers.')) return transferEnded(deps, { id, memberId })
  const { db, push } = deps
  inBackground(deps, memberId, async () => {
    // For a deposit, push the newest row that came or changed; a page reloads its statement whichever row is named.
    const [row] = (await listRows(db, memberId, { page: 1, limit: 1 })).rows
    const seq = await readSeq(db, memberId)
    if (row) push(memberId, 'deposit', { seq, _id: row.operation, status: row.status })
    push(memberId, 'wallet', { seq })
  })
}

/** Callers do not wait for a push, and a failure is only logged: pages poll too. */
function inBackground(
  { mayReach, log }: PushDeps,
  memberId: string,
  send: () => Promise<void>,
): void {
  if (!mayReach(memberId)) return
  send().catch((error: unknown) => log.warn({ err: error }, 'a push failed'))
}

async function readSeq(db: Db, memberId: string): Promise<number> {
  const balances = await listBalances(db, memberId)
  return Number(walletOf(balances)?.seq ?? 0n)
}
