import { textOfMoney } from '@kapao/contract/money'
import { dayMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { listUnproven } from '#channels/bankfeed/unproven-store.ts'
import { listReported, type ReportedTransfer } from '#money/deposits/booked-store.ts'
import { listPaid, type PaidOut } from '#money/withdrawals/books-store.ts'

/** Comparisons look back a week, and a slip may be a month old. */
const backMs = 31 * dayMs
const deniedMax = 1_000

/**
 * What the banks of the sandbox have received and paid, as the books have it. The sandbox forgets it when it ends, so
 * it is sent again at every start: otherwise no bank would show what was booked. What a bank has denied stays denied.
 */
export async function listBankBooks(on: Queryable, now: Date) {
  const since = new Date(now.getTime() - backMs)
  const unproven = await listUnproven(on, deniedMax)
  const denied = new Set(unproven.flatMap(({ id, deniedAt }) => (deniedAt ? [id] : [])))
  const received = (await listReported(on, since)).filter(({ id }) => !denied.has(id))
  return {
    lines: received.map(lineOf),
    payouts: (await listPaid(on, since)).filter(isOfSandbox).map(payoutOf),
  }
}

/** The demo's history was paid by nobody outside. */
function isOfSandbox({ channel }: PaidOut): boolean {
  return channel === 'BANK' || channel === 'PAYONEX'
}

function lineOf(one: ReportedTransfer) {
  const [toBank = '', toAccount = ''] = one.houseParty.split(':')
  const [, bank, reference] = /^transfer:([^:]*):(.*)$/s.exec(one.reference ?? '') ?? []
  const fromBank = one.payerBank ?? (bank === '?' ? null : (bank ?? null))
  return {
    fromBank,
    fromAccount: one.payerAccount?.replaceAll('x', '') ?? '',
    fromName: one.payerName ?? '',
    toBank,
    toAccount,
    amount: textOfMoney(one),
    currency: one.currency,
    at: one.paidAt.toISOString(),
    reference: reference ?? null,
  }
}

function payoutOf({ id, channel, amount, currency, sentAt, ...to }: PaidOut) {
  return {
    channel,
    reference: id,
    amount: textOfMoney({ amount, currency }),
    currency: currency === 'LAK' ? 'LAK' : 'THB',
    bankCode: to.bankCode,
    accountNo: to.bankAccountNo,
    accountName: to.bankAccountName,
    at: sentAt.toISOString(),
  }
}
