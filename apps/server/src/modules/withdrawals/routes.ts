import type { CurrentWithdrawal, WithdrawalStage } from '@kapao/contract/withdrawals'
import {
  readCurrentWithdrawal,
  withdraw as withdrawCall,
  withdrawAll as withdrawAllCall,
} from '@kapao/contract/withdrawals'
import type { WithdrawalReason } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { RefusalCode } from '@kapao/contract/refusals'
import type { Receipt } from '@kapao/contract/statement'
import { mayStillRun, waitFor } from '#core/jobs/wait-for.ts'
import type { Tx } from '#core/db/db.ts'
import { Refused } from '#core/calls/refuse.ts'
import { route, takeOn, type Api } from '#core/calls/route.ts'
import { sweepAndHold } from './all.ts'
import { approveAndPay, payOut } from './pay.ts'
import {
  withdrawAllRoute,
  withdrawRoute,
  type WithdrawalDeps,
  type Withdrawals,
} from './service.ts'
import {
  findByKey,
  findLatest,
  findTypicalMs,
  findWithdrawal,
  type Withdrawal,
  type WithdrawalState,
} from './store.ts'

export type WithdrawalRouteDeps = WithdrawalDeps & {
  withdrawals: Withdrawals
  maskAccountNo: (accountNo: string) => string
  /** What rewards gave and cannot be withdrawn yet. */
  showKept: (memberId: string) => Promise<{ amount: Money; toPlay: Money } | null>
}

const typicalKnownForMs = 60_000
const minuteMs = 60_000

export function withdrawalRoutes(app: Api, deps: WithdrawalRouteDeps): void {
  const { withdrawals, db } = deps
  const readTypical = typicalOf(deps)
  route(app, withdrawCall, async (caller, { amount }) => {
    const { id, isMine } = await withdrawals.begin(caller, { amount, ofAll: false })
    if (isMine) inBackground(deps, payOut(deps, id))
    const receipt = receiptOf((await findWithdrawal(db, id))!)
    await deps.passStep('withdrawal told')
    return { message: 'SUCCESS' as const, receipt }
  })
  route(app, withdrawAllCall, async (caller, { amount }) => {
    const { id, isMine, isSwept } = await withdrawals.begin(caller, { amount, ofAll: true })
    if (isMine) {
      const work = async () => {
        if (isSwept) await sweepAndHold(deps, id, caller.requestId)
        inBackground(deps, isSwept ? approveAndPay(deps, id) : payOut(deps, id))
      }
      await waitFor(deps, { work: work(), what: 'the emptying of games' })
    }
    const answer = answerOf(deps, (await findWithdrawal(db, id))!, isMine)
    await deps.passStep('withdrawal told')
    return answer === 'pending'
      ? takeOn('TRANSFER_PENDING')
      : { message: 'SUCCESS' as const, receipt: answer }
  })
  route(app, readCurrentWithdrawal, async ({ memberId }) => ({
    withdrawal: shownOf(deps, await findLatest(db, memberId)),
    typicalMinutes: await readTypical(),
    kept: await deps.showKept(memberId),
  }))
}

/** The member has the answer that the money is held; whether it is paid is told later. */
function inBackground({ log }: WithdrawalRouteDeps, work: Promise<void>): void {
  work.catch((error: unknown) =>
    log.error({ err: error }, 'a withdrawal could not be carried on; the sweeper will'),
  )
}

function answerOf({ clock }: WithdrawalRouteDeps, one: Withdrawal, isMine: boolean) {
  if (one.state === 'failed') throw new Refused('TRANSFER_FAIL')
  if (one.state !== 'sweeping') return receiptOf(one)
  if (!isMine && mayStillRun({ clock }, one.createdAt)) throw new Refused('REQUEST_IN_PROGRESS')
  return 'pending'
}

const statusOf = (state: WithdrawalState) =>
  state === 'paid' ? 'SUCCESS' : state === 'returned' || state === 'failed' ? 'FAILED' : 'PENDING'

function receiptOf(one: Withdrawal): Omit<Receipt, 'amount'> & { amount: Money } {
  const { id, amount, currency, bankCode, state, createdAt } = one
  return {
    _id: id,
    statementType: 'withdraw',
    from: 'wallet',
    to: bankCode,
    status: statusOf(state),
    amount: { amount, currency },
    currency,
    createdAt: createdAt.toISOString(),
  }
}

export const stages: Record<WithdrawalState, WithdrawalStage> = {
  sweeping: 'COLLECTING',
  held: 'REVIEW',
  approved: 'APPROVED',
  sent: 'SENT',
  unknown: 'SENT',
  exception: 'SENT',
  paid: 'PAID',
  returned: 'RETURNED',
  failed: 'FAILED',
}

/** What a member is shown of a withdrawal. */
export function shownOf(
  { maskAccountNo, clock }: Pick<WithdrawalRouteDeps, 'maskAccountNo' | 'clock'>,
  one: Withdrawal | null,
): (Omit<CurrentWithdrawal, 'amount'> & { amount: Money }) | null {
  if (!one) return null
  const { id, state, amount, currency, bankCode, notBefore, endedAt } = one
  const isWaiting = endedAt === null && notBefore !== null && notBefore > clock.now()
  return {
    _id: id,
    stage: stages[state],
    reason: reasonOf(one, isWaiting),
    amount: { amount, currency },
    currency,
    bankCode,
    bankAccountNo: maskAccountNo(one.bankAccountNo),
    createdAt: one.createdAt.toISOString(),
    notBefore: isWaiting ? notBefore.toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

export function reasonOf(
  { state, reason }: Pick<Withdrawal, 'state' | 'reason'>,
  isWaiting: boolean,
): WithdrawalReason | null {
  if (isWaiting) return 'ACCOUNT_CHANGED'
  if (state === 'held') return 'UNDER_REVIEW'
  if (state === 'unknown' || state === 'exception') return 'ASKING_BANK'
  return reason
}

/** The same for everybody, so it is counted once a minute at most. */
function typicalOf({ db, clock }: WithdrawalRouteDeps): () => Promise<number | null> {
  let known: { minutes: number | null; until: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (known && now < known.until) return known.minutes
    const ms = await findTypicalMs(db)
    const minutes = ms === null ? null : Math.max(1, Math.ceil(ms / minuteMs))
    known = { minutes, until: now + typicalKnownForMs }
    return minutes
  }
}

/** What a key began here, for `outcome`. */
export async function findWithdrawalOutcome(
  tx: Tx,
  memberId: string,
  key: string,
): Promise<{ state: 'done' | 'running'; route: string; code?: RefusalCode } | undefined> {
  const found = await findByKey(tx, memberId, key)
  if (!found) return undefined
  const route = found.ofAll ? withdrawAllRoute : withdrawRoute
  if (found.state === 'sweeping') return { state: 'running', route }
  return { state: 'done', route, code: found.state === 'failed' ? 'TRANSFER_FAIL' : 'SUCCESS' }
}
