import type { HoldReason } from '@kapao/contract/statement'
import { dayMs } from '@kapao/contract/times'
import type { readUnderWay as readUnderWayCall } from '@kapao/contract/wallet'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { listBalances } from '#ledger/read.ts'
import { progressOf } from '#money/bonus/progress.ts'
import { findHeld } from '#money/bonus/read.ts'
import { showWithdrawable } from '#money/bonus/withdrawable.ts'
import { findNewestCredited } from '#money/deposits/read.ts'
import { listHeld } from '#money/deposits/store.ts'
import { findLive } from '#channels/qrcodes/codes/store.ts'
import { listSlips } from '#channels/slips/store.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { underWayRoutes } from '#money/wallet/routes.ts'
import { findLatest } from '#money/withdrawals/store.ts'
import { shownOf } from '#money/withdrawals/view.ts'
import { listOpenRows, shownMax } from '#talk/chatbot/read-facts.ts'

type UnderWayDeps = ContextWith<'db' | 'clock'>
type UnderWay = Extract<AnswerOf<typeof readUnderWayCall>, { deposits: unknown }>

/** The member's operations under way, for the page. */
export function openUnderWay(context: UnderWayDeps): Capability {
  return {
    registerCalls: (api) => underWayRoutes(api, (memberId) => readUnderWay(context, memberId)),
  }
}

/** Everything under way with a member's money, in one answer; queries no outside system, moves no money. */
async function readUnderWay(deps: UnderWayDeps, memberId: string): Promise<UnderWay> {
  const waiting = await deps.db.begin(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return {
      withdrawal: shownOf(deps, await findLatest(tx, memberId)),
      deposits: await listDeposits(tx, deps.clock, memberId),
      transfers: (await listOpenRows(tx, memberId, 'transfer')).map(
        ({ operation, from, to, money, createdAt }) => ({
          _id: operation,
          from,
          to,
          amount: money,
          createdAt: createdAt.toISOString(),
        }),
      ),
      ...(await readCredited(tx, deps.clock, memberId)),
    }
  })
  // Outside a transaction play that was counted before is not counted again.
  const bonus = await readBonus(deps.db, deps.clock, memberId)
  // It records met conditions, so it cannot run in a read-only transaction.
  return { ...waiting, bonus, ...(await showWithdrawable(deps, memberId)) }
}

/** A code that can still be paid, slips that are being checked, and announced or suspended deposits. */
async function listDeposits(
  on: Queryable,
  clock: Clock,
  memberId: string,
): Promise<UnderWay['deposits']> {
  const code = await findLive(on, memberId, 'open')
  const slips = await listSlips(on, { states: ['waiting', 'paying'], memberId, limit: shownMax })
  const rows = await listOpenRows(on, memberId, 'deposit')
  const held = rows.length > 0 ? await listHeld(on, memberId) : null
  const deposits = [
    ...(code && code.expiresAt > clock.now()
      ? [
          {
            id: code.id,
            way: 'QR' as const,
            amount: { amount: code.amount!, currency: code.currency },
            at: code.createdAt,
            secondsLeft: Math.floor((code.expiresAt.getTime() - clock.now().getTime()) / 1_000),
          },
        ]
      : []),
    ...slips.map(({ id, amount, currency, uploadedAt }) => ({
      id,
      way: 'SLIP' as const,
      amount: amount === null ? null : { amount, currency },
      at: uploadedAt,
    })),
    ...rows.map(({ operation, money, createdAt }) => ({
      id: operation,
      way: wayOf(held?.get(operation)),
      amount: money,
      at: createdAt,
    })),
  ]
  return deposits
    .slice(0, shownMax)
    .map(({ id, at, ...one }) => ({ ...one, _id: id, createdAt: at.toISOString() }))
}

/** The deposit that came last is news for a day; a page shows it once. */
async function readCredited(
  on: Queryable,
  clock: Clock,
  memberId: string,
): Promise<Pick<UnderWay, 'arrived' | 'hasDeposited'>> {
  const newest = await findNewestCredited(on, memberId)
  const isNews = newest !== null && clock.now().getTime() - newest.settledAt.getTime() < dayMs
  return {
    hasDeposited: newest !== null,
    arrived: isNews
      ? {
          _id: newest.statementId,
          seq: Number(newest.statementSeq),
          amount: { amount: newest.amount, currency: newest.currency },
          coins: { amount: newest.coins, currency: 'COIN' },
          creditedAt: newest.settledAt.toISOString(),
        }
      : null,
  }
}

/** What was only announced is not here yet. */
function wayOf(held: HoldReason | undefined): 'HELD' | 'BONUS' | 'OTHER' {
  if (held === undefined) return 'OTHER'
  return held === 'BONUS' ? 'BONUS' : 'HELD'
}

async function readBonus(
  on: Queryable,
  clock: Clock,
  memberId: string,
): Promise<UnderWay['bonus']> {
  const held = await findHeld(on, memberId)
  if (!held) return null
  const { code, currency, target, terms, state } = held
  const scene = { held, balances: await listBalances(on, memberId) }
  const { total, reached } = await progressOf({ clock }, on, scene)
  return {
    code,
    kind: terms.kind,
    total: { amount: terms.kind === 'balance' ? total : reached, currency },
    target: { amount: target, currency },
    isEnding: state !== 'active',
  }
}
