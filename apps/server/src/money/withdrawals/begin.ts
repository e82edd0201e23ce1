import { type AmountText, type Money, moneyFromText } from '@kapao/contract/money'
import { fingerprintOf, keyFor, refuseKeyOf, type Caller } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import { collect } from '#core/db/collect.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { mayStillRun, waitFor } from '#core/jobs/wait-for.ts'
import { type Balance, listBalances, walletOf } from '#ledger/read.ts'
import { isKept } from '#money/conditions/rule.ts'
import {
  type NewWithdrawal,
  beginStatus,
  type BeginResult,
  insertBeginnings,
} from './begin-store.ts'
import { approveAndPay, payOut, type PayDeps } from './pay.ts'
import { readRules, type Rules } from './rules.ts'
import { findByKey, findWithdrawal, type Withdrawal } from './store.ts'
import { sweepAndHold } from './sweep.ts'
import { routeOf } from './view.ts'

export type WithdrawalDeps = PayDeps & {
  ids: Ids
  watch: PayDeps['watch'] & {
    /** Whether an operator must see it, however small it is, because of the member's recent winnings. */
    needsManualReview: (memberId: string, isSwept: boolean) => Promise<boolean>
  }
  beginnings: ReturnType<typeof collectWithdrawals>
  /** Shorter in tests. */
  answerWithinMs?: number
}

type WithdrawalRequest = { amount: AmountText; ofAll: boolean }

/** Something may move while a member is checked; then the check is repeated. */
const judgedMax = 5

/** Withdrawals of many members that begin at once share a transaction; one for a process. */
export function collectWithdrawals({ db, clock }: { db: Db; clock: Clock }) {
  return collect<NewWithdrawal, BeginResult>({
    name: 'withdrawals.begin',
    run: (items, { skipBusy }) => insertBeginnings(db, items, { at: clock.now(), skipBusy }),
    isBusy: ({ status }) => status === beginStatus.busy,
    identityOf: (item) => item.memberId,
    ownerOf: (item) => item.memberId,
  })
}

/** Holds the money of one withdrawal; the same key and body again find the same one and move nothing. */
export async function beginWithdrawal(
  deps: WithdrawalDeps,
  caller: Caller,
  wanted: WithdrawalRequest,
): Promise<{ id: string; isMine: boolean; isSwept: boolean }> {
  for (let turn = 1; ; turn += 1) {
    const planned = await plan(deps, caller, wanted)
    await deps.failpoint('withdrawal.planned')
    // With those of others that begin now: `insertBeginnings`.
    const begun = await deps.beginnings.add(planned)
    if (begun.status === beginStatus.moved && turn < judgedMax) continue
    refuseUnlessBegun(begun.status)
    const isMine = begun.id === planned.id
    if (isMine) deps.notify({ id: begun.id, memberId: caller.memberId })
    await deps.failpoint('withdrawal.begun')
    return { id: begun.id, isMine, isSwept: planned.isSwept }
  }
}

/** Holds one amount and has it paid; the same key again moves nothing. Returns its state once the money is held. */
export async function withdraw(
  deps: WithdrawalDeps,
  caller: Caller,
  amount: AmountText,
): Promise<Withdrawal> {
  const { id, isMine } = await beginWithdrawal(deps, caller, { amount, ofAll: false })
  if (isMine) inBackground(deps, payOut(deps, id))
  return (await findWithdrawal(deps.db, id))!
}

/**
 * Empties the games, holds everything and has it paid; the same key again moves nothing. Returns once the money is
 * held, or with the state that a game is still being emptied.
 */
export async function withdrawAll(
  deps: WithdrawalDeps,
  caller: Caller,
  amount: AmountText,
): Promise<Withdrawal | 'pending'> {
  const { id, isMine, isSwept } = await beginWithdrawal(deps, caller, { amount, ofAll: true })
  if (isMine) {
    const work = async () => {
      if (isSwept) await sweepAndHold(deps, id, caller.requestId)
      inBackground(deps, isSwept ? approveAndPay(deps, id) : payOut(deps, id))
    }
    await waitFor(deps, { work: work(), what: 'the emptying of games' })
  }
  return heldOrPending(deps, (await findWithdrawal(deps.db, id))!, isMine)
}

/** The member's answer says that the money is held; the payment is reported later. */
function inBackground({ log }: WithdrawalDeps, work: Promise<void>): void {
  work.catch((error: unknown) =>
    log.error({ err: error }, 'a withdrawal could not be continued; the sweeper will retry it'),
  )
}

function heldOrPending(
  { clock }: WithdrawalDeps,
  one: Withdrawal,
  isMine: boolean,
): Withdrawal | 'pending' {
  if (one.state === 'failed') throw new Refused('TRANSFER_FAIL')
  if (one.state !== 'sweeping') return one
  if (!isMine && mayStillRun({ clock }, one.createdAt)) throw new Refused('REQUEST_IN_PROGRESS')
  return 'pending'
}

/**
 * WD-11: limits, the bonus, then the money. The wallet's number is read before anything else about the member, and the
 * hold succeeds only if it is still the same: a bonus that is credited meanwhile cannot slip by.
 */
async function plan(
  deps: WithdrawalDeps,
  caller: Caller,
  { amount: text, ofAll }: WithdrawalRequest,
): Promise<NewWithdrawal> {
  const { db, clock, ids } = deps
  const { memberId, requestId } = caller
  const balances = await listBalances(db, memberId)
  const wallet = walletOf(balances)
  const hold = balances.find(({ kind }) => kind === 'withdrawal')
  if (!wallet || !hold) throw new Error(`member ${memberId} has no wallet`)
  const money = moneyFromText(text, wallet.currency)
  if (!money) throw new Refused('KEY_INVALID', 'this currency has no such amount')
  const rules = await readRules(deps, wallet.currency)
  const fingerprint = fingerprintOf(routeOf(ofAll), { amount: text })
  const key = keyFor(caller, fingerprint, clock.now())
  const isSwept = ofAll && balances.some(hasGameMoney)
  const no =
    refusalOf(money, rules, ofAll ? balances : []) ??
    ((await isBound(deps, memberId, money)) ? 'BONUS_REMAINING' : null)
  // A known key is answered as before, whatever has changed since.
  if (no && !(await findByKey(db, memberId, key))) throw new Refused(no)
  const leastPeople = (await deps.watch.needsManualReview(memberId, isSwept)) ? 1 : 0
  return {
    id: ids.key(),
    memberId,
    key,
    fingerprint,
    ofAll,
    amount: money.amount,
    currency: money.currency,
    approvalsNeeded: Math.max(leastPeople, approvalsNeeded(money, rules)),
    autoDayMax: rules.autoDayMax.amount,
    twoFrom: rules.twoFrom.amount,
    wallet,
    hold,
    isSwept,
    expectSeq: wallet.seq,
    requestId,
  }
}

async function isBound(deps: WithdrawalDeps, memberId: string, money: Money): Promise<boolean> {
  if (await deps.bonusBlocks(deps.db, memberId, money)) return true
  return isKept(deps, deps.db, { memberId, money })
}

/** OP-C15, also for everything at once: refused before anything moves when wallet and games together are short. */
function refusalOf(
  { amount }: Money,
  { min, max }: Rules,
  sources: readonly Balance[],
): 'WITHDRAW_MINIMUM' | 'WITHDRAW_MAXIMUM' | 'MONEY_NOT_ENOUGH' | null {
  if (amount < min.amount) return 'WITHDRAW_MINIMUM'
  if (amount > max.amount) return 'WITHDRAW_MAXIMUM'
  if (sources.length === 0) return null
  const sum = sources
    .filter((one) => one.kind === 'wallet' || hasGameMoney(one))
    .reduce((total, { money }) => total + money.amount, 0n)
  return sum < amount ? 'MONEY_NOT_ENOUGH' : null
}

/** By its own amount; other withdrawals of 24 hours are counted where it begins. */
function approvalsNeeded({ amount }: Money, { autoMax, twoFrom }: Rules): number {
  if (amount >= twoFrom.amount) return 2
  return amount <= autoMax.amount ? 0 : 1
}

/** Active games only: others hold nothing. */
function hasGameMoney({ kind, money }: Balance): boolean {
  return kind === 'game' && money.amount > 0n
}

function refuseUnlessBegun(status: number): void {
  if (status === beginStatus.done || status === beginStatus.replayed) return
  if (status === beginStatus.short) throw new Refused('MONEY_NOT_ENOUGH')
  if (status === beginStatus.open) throw new Refused('WITHDRAW_PENDING')
  refuseKeyOf(status)
  if (status === beginStatus.noBank) throw new Refused('NO_BANK')
  if (status === beginStatus.moved) throw new Refused('SERVICE_BUSY')
  throw new Error(`a withdrawal could not begin: ${status}`)
}
