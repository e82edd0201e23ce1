import type { Money } from '@kapao/contract/money'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { listBalances, type Balance, walletOf } from '#ledger/read.ts'
import { progressOf } from '#money/bonus/progress.ts'
import { findHeld } from '#money/bonus/read.ts'
import { findWithdrawable } from '#money/bonus/withdrawable.ts'
import { findNewestCredited } from '#money/deposits/read.ts'
import { heldBecause, listSuspended } from '#money/deposits/store.ts'
import { listOpenLinks } from '#channels/giftlinks/store.ts'
import { findLive } from '#channels/qrcodes/codes/store.ts'
import { listSlips } from '#channels/slips/store.ts'
import { listRowsBefore, type StatementRow } from '#records/statement/store.ts'
import { findLatest } from '#money/withdrawals/store.ts'
import { shownOf } from '#money/withdrawals/view.ts'
import type { Facts } from './facts.ts'

/** Neither the chat nor home is a list: the statement shows the rest. */
export const shownMax = 3
/** How far back an open operation is searched. */
const rowsMax = 20

/** Everything under way with a member's money, read from their rooms; queries no outside system. */
export async function readFacts(on: Queryable, clock: Clock, memberId: string): Promise<Facts> {
  const balances = await listBalances(on, memberId)
  const wallet = walletOf(balances)
  if (!wallet) throw new Error('the member has no wallet')
  const slips = await listSlips(on, { states: ['waiting', 'paying'], memberId, limit: shownMax })
  const held = await listSuspended(on, { memberId, limit: shownMax })
  const code = await findLive(on, memberId, 'open')
  const deposit = await findNewestCredited(on, memberId)
  const transfers = await listOpenRows(on, memberId, 'transfer')
  const { currency } = wallet.money
  return {
    wallet: wallet.money,
    games: { amount: sumOfGames(balances), currency },
    withdrawable: await readWithdrawable(on, clock, memberId),
    withdrawal: await readWithdrawal(on, clock, memberId),
    slips: slips.map(({ reference, uploadedAt }) => ({ reference, at: uploadedAt })),
    held: held.map((one) => ({
      money: { amount: one.amount, currency: one.currency },
      at: one.createdAt,
      why: heldBecause(one.why),
    })),
    giftlinks: await listOpenLinks(on, memberId, shownMax),
    qrcode:
      code && code.expiresAt > clock.now()
        ? { money: { amount: code.amount!, currency: code.currency }, until: code.expiresAt }
        : null,
    transfers: transfers.map(({ money, createdAt, from, to }) => ({
      money,
      at: createdAt,
      from,
      to,
    })),
    bonus: await readBonus(on, clock, { memberId, balances }),
    lastDeposit: deposit && {
      money: { amount: deposit.amount, currency },
      at: deposit.settledAt,
    },
  }
}

/** What can be withdrawn, as every screen shows it. */
async function readWithdrawable(
  on: Queryable,
  clock: Clock,
  memberId: string,
): Promise<Facts['withdrawable']> {
  const { amount, notYet, currency } = await findWithdrawable({ clock }, on, memberId)
  return { now: { amount, currency }, notYet: { amount: notYet, currency } }
}

function sumOfGames(balances: readonly Balance[]): bigint {
  return balances
    .filter(({ kind }) => kind === 'game')
    .reduce((sum, { money }) => sum + money.amount, 0n)
}

/** A withdrawal under way, or one that ended within a day, as home shows it. */
async function readWithdrawal(
  on: Queryable,
  clock: Clock,
  memberId: string,
): Promise<Facts['withdrawal']> {
  const shown = shownOf({ clock }, await findLatest(on, memberId))
  if (!shown) return null
  const { amount, createdAt, stage, reason, bankCode, bankAccountNo, notBefore, endedAt } = shown
  if (endedAt !== null && clock.now().getTime() - Date.parse(endedAt) > dayMs) return null
  return {
    money: amount,
    at: new Date(createdAt),
    stage,
    // The stage already implies this reason.
    reason: reason === 'UNDER_REVIEW' ? null : reason,
    bankCode,
    account: bankAccountNo,
    notBefore: notBefore === null ? null : new Date(notBefore),
  }
}

export async function listOpenRows(
  on: Queryable,
  memberId: string,
  type: 'deposit' | 'transfer',
): Promise<StatementRow[]> {
  const rows = await listRowsBefore(on, memberId, { before: null, types: [type], limit: rowsMax })
  return rows.filter(({ status }) => status === 'PENDING').slice(0, shownMax)
}

async function readBonus(
  on: Queryable,
  clock: Clock,
  { memberId, balances }: { memberId: string; balances: readonly Balance[] },
): Promise<Facts['bonus']> {
  const held = await findHeld(on, memberId)
  if (!held) return null
  const { total, reached } = await progressOf({ clock }, on, { held, balances })
  const { currency } = held
  const moneyOf = (amount: bigint): Money => ({ amount, currency })
  return {
    code: held.code,
    reached: moneyOf(held.terms.kind === 'balance' ? total : reached),
    target: moneyOf(held.target),
    isEnding: held.state !== 'active',
  }
}
