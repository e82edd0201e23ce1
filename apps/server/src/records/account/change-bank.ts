import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { OperatorRefused, Refused } from '#core/refused.ts'
import { maskBankAccountNo } from './bank-account.ts'
import type { MemberAct } from './deactivate.ts'
import { readAccountNo, readBankAccountName, readBankCode } from './details.ts'
import { lockAccount, setDetails, takenIn, type Details, type Member } from './store.ts'

export type ChangeBankDeps = {
  db: Db
  clock: Clock
  readBanks: () => Promise<readonly { code: string }[]>
  /** Whether a withdrawal to the old account is open; runs under the member's lock. */
  withdrawalIsOpen: (tx: Tx, memberId: string) => Promise<boolean>
}

export type Bank = Pick<Details, 'bankCode' | 'bankAccountName' | 'bankAccountNo'>

/**
 * Sets another bank account for a member who asked support for it. Moves no money. Later withdrawals go to the new
 * account, so for a day none is paid without a second operator; the database enforces it (`withdrawals_touched`).
 */
export async function changeBank(
  deps: ChangeBankDeps,
  { why, given, ...act }: MemberAct & { why: string; given: Bank },
): Promise<Member> {
  const id = act.id.trim().toUpperCase()
  const after = read(given, await deps.readBanks())
  try {
    return await deps.db.beginFor(id, async (tx) => {
      const isOpen = await deps.withdrawalIsOpen(tx, id)
      const before = await lockAccount(tx, id)
      if (!before) throw new OperatorRefused(`There is no member ${act.id}.`)
      if (isOpen)
        throw new OperatorRefused(`${id} has a withdrawal under way; it has to end first.`)
      const at = deps.clock.now()
      await setDetails(tx, { ...after, name: before.name, id, at })
      await recordAudit(tx, {
        at,
        actor: act.actor,
        requestId: act.requestId,
        action: 'account.changeBank',
        subject: id,
        before: shown(before),
        after: { ...shown(after), why },
      })
      return before
    })
  } catch (error) {
    if (takenIn(error)) throw new OperatorRefused('Another member has this bank account.')
    throw error
  }
}

function read(given: Bank, banks: readonly { code: string }[]): Bank {
  try {
    const bankCode = readBankCode(given.bankCode, banks)
    const bankAccountName = readBankAccountName(given.bankAccountName, bankCode)
    return { bankCode, bankAccountName, bankAccountNo: readAccountNo(given.bankAccountNo) }
  } catch (error) {
    if (error instanceof Refused)
      throw new OperatorRefused(`This is no bank account: ${error.code}.`)
    throw error
  }
}

/** Enough for the audit trail; the full number is in the member's row. */
function shown({ bankCode, bankAccountName, bankAccountNo }: Bank): Bank {
  return { bankCode, bankAccountName, bankAccountNo: maskBankAccountNo(bankAccountNo) }
}
