import { recordAudit } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import { leg, postAll } from '#ledger/post.ts'
import { lockMember, updateStatus } from '#records/statement/store.ts'
import { type Decider, loadSuspended, type ResolveDeps } from './match.ts'
import { lockKeyOf } from './settle.ts'
import { type Deposit, lockDeposit, setReturned } from './store.ts'

/**
 * Removes suspended money from the books because it is sent back: the movement into suspense is reversed, whole and
 * once. The operator who calls this makes the bank transfer.
 */
export async function giveBack(
  { db, clock, accounts }: Pick<ResolveDeps, 'db' | 'clock' | 'accounts'>,
  { id, actor, requestId, note }: Decider & { id: string },
): Promise<Deposit> {
  const { houseKind, houseParty, amount, currency, memberId } = await loadSuspended(db, id)
  const house = await accounts.house(houseKind, houseParty, currency)
  const suspense = await accounts.house('suspense', houseKind, currency)
  return db.beginFor(memberId ?? id, async (tx) => {
    const deposit = (await lockDeposit(tx, { id, turn: lockKeyOf(house, amount) }))!
    if (deposit.state !== 'suspended')
      throw new OperatorRefused(
        `Deposit ${id} is ${deposit.state}; nothing was moved.`,
        'ended-otherwise',
      )
    const at = clock.now()
    if (deposit.memberId !== null) await lockMember(tx, deposit.memberId)
    await setReturned(tx, { id, note, at })
    if (deposit.memberId !== null && deposit.statementSeq !== null)
      await updateStatus(tx, { memberId: deposit.memberId, seq: deposit.statementSeq }, 'FAILED')
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'deposits.giveBack',
      subject: id,
      before: { state: deposit.state, why: deposit.why },
      after: { state: 'returned', why: note },
    })
    const reverses = leg(id, 1)
    const money = { amount, currency }
    await postAll(tx, at, [
      { idem: leg(id, 3), debit: suspense, credit: house, money, kind: 'correction', reverses },
    ])
    return deposit
  })
}
