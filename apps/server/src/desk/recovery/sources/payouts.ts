import { textOfMoney } from '@kapao/contract/money'
import { recordAudit } from '#core/audit/audit-store.ts'
import { fingerprintOf } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import { sqlStateOf, uniqueViolation } from '#core/sql-state.ts'
import { isKey } from '#core/ids.ts'
import { leg, postAll } from '#ledger/post.ts'
import type { ListedPayout } from '#outside/payout/client.ts'
import type { Payouts } from '#outside/payout/open.ts'
import { findPayers, type PayerOf } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { endIn, accountsOf, type EndDeps } from '#money/withdrawals/end.ts'
import { insertRebuilt, setAskedBefore } from '#money/withdrawals/rebuild-store.ts'
import { findWithdrawal, type Withdrawal } from '#money/withdrawals/store.ts'
import { actor, holdsAll, idsOf, requestId, type BookingResult, type Source } from './found.ts'

export type PayoutDeps = EndDeps & { payouts: Payouts }

type ReportedPayout = ListedPayout & { channel: string; at: Date }

/** What each channel has paid, or still works on. */
export function payoutSources(deps: PayoutDeps): Source[] {
  return deps.payouts.channels.map((channel) => {
    const source = `payouts ${channel}`
    return {
      source,
      find: async ({ since, until }) => {
        const listed = await deps.payouts.find(channel)!.list(since, until)
        if (listed.outcome !== 'listed') return { why: listed.why }
        const found = listed.payouts
          .filter(({ isRejected }) => !isRejected)
          .map((one) => {
            const reported = { ...one, channel, at: one.at ?? since }
            return {
              source,
              reference: reported.reference,
              at: reported.at,
              book: () => bookOne(deps, reported),
            }
          })
        return { found }
      },
    }
  })
}

async function bookOne(deps: PayoutDeps, reported: ReportedPayout): Promise<BookingResult> {
  if (!isKey(reported.reference)) return waits(reported, 'its reference is none of ours', null)
  const known = await findWithdrawal(deps.db, reported.reference)
  if (known) return bookKnown(deps, known, reported)
  const receiver = await findReceiver(deps, reported)
  return typeof receiver === 'string'
    ? waits(reported, receiver, null)
    : bookLost(deps, receiver, reported)
}

/** The books have it, perhaps as it was before it was paid. Ends it as paid, once. */
async function bookKnown(
  deps: PayoutDeps,
  known: Withdrawal,
  reported: ReportedPayout,
): Promise<BookingResult> {
  const { id, memberId, state, currency } = known
  if (known.amount !== reported.money.amount || currency !== reported.money.currency)
    return waits(reported, 'the books have it with another amount', memberId)
  if (state === 'paid') return 'known'
  if (state === 'returned' || state === 'failed')
    return waits(reported, `the books have given it back (${state})`, memberId)
  if (state === 'sweeping')
    return waits(reported, 'the books have not held its money yet', memberId)
  if (!reported.isPaid)
    return state === 'sent' || state === 'unknown' || state === 'exception'
      ? 'known'
      : waits(reported, `they work on it, and the books say ${state}`, memberId)
  const house = await deps.accounts.house('payout', reported.channel, currency)
  const accounts = { ...(await accountsOf(deps, id)), house }
  const end = { state: 'paid', payout: reported.payout, reason: null, why: null } as const
  await deps.db.beginFor(memberId, async (tx) => {
    await setAskedBefore(tx, id, reported)
    await endIn(deps, tx, { id, end, by: { actor, requestId }, accounts })
  })
  return 'rebuilt'
}

/**
 * A withdrawal that the books have lost: takes its money from the wallet to the channel that has paid it. A second call
 * finds its row.
 */
async function bookLost(
  deps: PayoutDeps,
  member: PayerOf,
  reported: ReportedPayout,
): Promise<BookingResult> {
  const { db, accounts, clock } = deps
  const { channel, money, reference: id, isPaid } = reported
  const [wallet, hold] = idsOf(
    await accounts.find(member.id, [
      ['wallet', ''],
      ['withdrawal', ''],
    ]),
  )
  const house = await accounts.house('payout', channel, money.currency)
  const rebuild = db.beginFor(member.id, async (tx) => {
    await lockMember(tx, member.id)
    const now = clock.now()
    const statementSeq = await insertRow(tx, reported.at, {
      memberId: member.id,
      operation: id,
      statementType: 'withdraw',
      from: 'wallet',
      to: member.bankCode,
      status: isPaid ? 'SUCCESS' : 'PENDING',
      money,
      about: null,
    })
    const row = {
      ...member,
      id,
      memberId: member.id,
      key: `recovered:${id}`,
      fingerprint: fingerprintOf('recover', { id }),
      amount: money.amount,
      currency: money.currency,
      statementSeq,
      createdAt: reported.at,
      wallet: wallet!.id,
      hold: hold!.id,
      channel,
      payout: reported.payout,
      endedAt: isPaid ? now : null,
    }
    await insertRebuilt(tx, row)
    const after = { channel, payout: reported.payout, amount: money.amount, isPaid }
    const act = { at: now, actor, requestId, action: 'withdrawals.rebuild', subject: id } as const
    await recordAudit(tx, { ...act, after })
    const paid = { idem: leg(id, 2), debit: hold!, credit: house, money }
    await postAll(tx, now, [
      { idem: leg(id, 1), debit: wallet!, credit: hold!, money, kind: 'withdrawal_hold' },
      ...(isPaid ? [{ ...paid, kind: 'withdrawal_paid' as const }] : []),
    ])
    return 'rebuilt' as const
  })
  return rebuild.catch((error: unknown) => {
    if (sqlStateOf(error) === uniqueViolation)
      return waits(reported, 'another withdrawal of the member is open in the books', member.id)
    if (!(error instanceof Refused && error.code === 'MONEY_NOT_ENOUGH')) throw error
    return { ...waits(reported, 'the wallet in the books has less', member.id), isShort: true }
  })
}

/** The member whose registered account was paid, or why there is none. */
async function findReceiver(
  { db }: PayoutDeps,
  { to, money }: ReportedPayout,
): Promise<PayerOf | string> {
  const { bank, account } = to
  if (account === null) return 'they do not say to whom'
  const alike = await findPayers(db, { bank, tail: account })
  const [one, ...others] = alike.filter(
    ({ bankAccountNo, currency }) => bankAccountNo === account && currency === money.currency,
  )
  if (!one) return 'nobody in the restored books has the account that was paid'
  return others.length === 0 ? one : 'several members have an account with this number'
}

function waits(
  { channel, money, payout, at, to }: ReportedPayout,
  why: string,
  memberId: string | null,
) {
  const what = `${textOfMoney(money)} ${money.currency} paid by ${channel} as ${payout} at ${at.toISOString()}`
  const receiver = to.account === null ? '' : ` to ${to.bank ?? ''} x${to.account.slice(-4)}`
  return { words: `${what}${receiver}: ${why}`, memberId, holds: memberId === null ? [] : holdsAll }
}
