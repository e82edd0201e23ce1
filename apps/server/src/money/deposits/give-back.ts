import { undoSeconds } from '@kapao/contract/console/limits'
import { secondMs } from '@kapao/contract/times'
import { findLastAct, recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Tx } from '#core/db/db.ts'
import { doEach } from '#core/jobs/jobs.ts'
import type { Log } from '#core/telemetry/log.ts'
import { leg, postAll } from '#ledger/post.ts'
import { lockMember, updateStatus } from '#records/statement/store.ts'
import { type Decider, loadDeposit, type ResolveDeps } from './match.ts'
import { listRefused, setRefused, setReturned, setWaitingAgain } from './refusal-store.ts'
import { lockKeyOf } from './settle.ts'
import { type Deposit, lockDeposit } from './store.ts'

type RefusalDeps = Pick<ResolveDeps, 'db' | 'clock' | 'accounts'>

const dueMax = 100

/**
 * Refuses suspended money. Nothing moves yet: the worker books it as given back once the refusal can no longer be undone,
 * and until then nothing else becomes of it. A second call is refused.
 */
export async function refuse(
  deps: RefusalDeps,
  { id, actor, requestId, note }: Decider & { id: string },
): Promise<Deposit> {
  return locked(deps, id, async (tx, deposit) => {
    const { state } = deposit
    if (state !== 'suspended')
      throw new OperatorRefused(`Deposit ${id} is ${state}; nothing was moved.`, 'ended-otherwise')
    const at = deps.clock.now()
    const undoUntil = new Date(at.getTime() + undoSeconds * secondMs)
    await setRefused(tx, { id, by: actor, why: note, undoUntil })
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'deposits.reject',
      subject: id,
      before: { state, why: deposit.why },
      after: { state: 'refused', why: note },
    })
    return deposit
  })
}

const decisions = ['deposits.reject', 'deposits.undo', 'deposits.giveBack']

/** Undoes an operator's own refusal before it is carried out: the money waits as before. A second call changes nothing. */
export async function undoRefusal(
  deps: RefusalDeps,
  { id, actor, requestId }: AuditContext & { id: string },
): Promise<void> {
  await locked(deps, id, async (tx, { state, refusedBy, undoUntil }) => {
    const at = deps.clock.now()
    if (state !== 'refused' || refusedBy !== actor || undoUntil! <= at) {
      const last = await findLastAct(tx, { subject: id, actions: decisions })
      if (last?.action === 'deposits.undo' && last.actor === actor) return
      throw new OperatorRefused(`Deposit ${id} is ${state}; it cannot be undone.`, 'undo-too-late')
    }
    await setWaitingAgain(tx, id)
    await recordAudit(tx, { at, actor, requestId, action: 'deposits.undo', subject: id })
  })
}

/**
 * Removes refused money from the books because it is sent back: the movement into suspense is reversed, whole and once,
 * in the name of who refused it, who makes the bank transfer. Changes nothing while the refusal can be undone, or when it
 * was, or when another call came first.
 */
export async function giveBack(deps: RefusalDeps, id: string): Promise<void> {
  const { houseKind, houseParty, amount, currency } = await loadDeposit(deps.db, id)
  const house = await deps.accounts.house(houseKind, houseParty, currency)
  const suspense = await deps.accounts.house('suspense', houseKind, currency)
  await locked(deps, id, async (tx, deposit) => {
    const at = deps.clock.now()
    const { state, undoUntil, memberId, statementSeq: seq } = deposit
    if (state !== 'refused' || undoUntil! > at) return
    const note = deposit.refusedWhy!
    if (memberId !== null) await lockMember(tx, memberId)
    await setReturned(tx, { id, note, at })
    if (memberId !== null && seq !== null) await updateStatus(tx, { memberId, seq }, 'FAILED')
    await recordAudit(tx, {
      at,
      actor: deposit.refusedBy!,
      requestId: 'deposits.giveBack',
      action: 'deposits.giveBack',
      subject: id,
      before: { state, why: deposit.why },
      after: { state: 'returned', why: note },
    })
    const reverses = leg(id, 1)
    const money = { amount, currency }
    await postAll(tx, at, [
      { idem: leg(id, 3), debit: suspense, credit: house, money, kind: 'correction', reverses },
    ])
  })
}

/** Gives back what was refused and can no longer be undone, whichever process refused it. */
export async function giveBackRefused(
  deps: RefusalDeps & { log: Pick<Log, 'error'> },
): Promise<void> {
  const due = await listRefused(deps.db, deps.clock.now(), dueMax)
  await doEach(due, (id) => giveBack(deps, id), {
    log: deps.log,
    failed: 'a refused deposit could not be given back',
    subjectOf: (id) => ({ deposit: id }),
  })
}

/** Runs `act` while nothing else can happen to the deposit, nor arrive that may be the same transfer. */
async function locked<T>(
  { db, accounts }: RefusalDeps,
  id: string,
  act: (tx: Tx, deposit: Deposit) => Promise<T>,
): Promise<T> {
  const { houseKind, houseParty, amount, currency, memberId } = await loadDeposit(db, id)
  const house = await accounts.house(houseKind, houseParty, currency)
  return db.beginFor(memberId ?? id, async (tx) =>
    act(tx, (await lockDeposit(tx, { id, turn: lockKeyOf(house, amount) }))!),
  )
}
