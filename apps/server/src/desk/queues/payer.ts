import type { AuditContext } from '#core/audit/audit-store.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import { isUuid, partsOfId } from '#core/console/work/item-id.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { findDepositReport } from '#money/deposits/desk-store.ts'
import { listDepositReports } from '#money/deposits/report-store.ts'
import { findDeposit } from '#money/deposits/store.ts'

type PayerItem = { kind: 'deposit' | 'differing'; id: string }

/** Who has paid a deposit, in full; who looked is itself worth knowing. Null for an unknown item. */
export function showPayer(
  { db, clock }: { db: Db; clock: Clock },
  item: PayerItem,
  { actor, requestId }: AuditContext,
) {
  return db.begin(async (tx) => {
    const id = await findDepositOf(tx, item)
    const found = id === null ? null : await findDeposit(tx, id)
    if (!found) return null
    const act = { at: clock.now(), actor, requestId, action: 'deposits.viewInFull' } as const
    await recordAudit(tx, { ...act, subject: found.id })
    const reports = await listDepositReports(tx, found.id)
    return {
      ...namedIn(found),
      reports: reports.flatMap(({ channel, ...named }) =>
        channel === 'qr' || channel === 'giftlink' ? [] : [{ channel, ...namedIn(named) }],
      ),
    }
  })
}

type ReportedPayer = {
  payerBank: string | null
  payerAccount: string | null
  payerName: string | null
}

const namedIn = ({ payerBank, payerAccount, payerName }: ReportedPayer) => ({
  bank: payerBank,
  account: payerAccount,
  name: payerName,
})

async function findDepositOf(on: Queryable, { kind, id }: PayerItem): Promise<string | null> {
  if (kind === 'deposit') return isUuid(id) ? id : null
  const [channel, eventId] = partsOfId(id) ?? []
  const report = channel && eventId ? await findDepositReport(on, { channel, eventId }) : null
  return report?.deposit ?? null
}
