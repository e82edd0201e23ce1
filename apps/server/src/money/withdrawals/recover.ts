import { dayMs, minuteMs } from '@kapao/contract/times'
import { answerOfError } from '#core/calls/fault.ts'
import type { Payout, PayoutAnswer, PayoutClient } from '#outside/payout/client.ts'
import { isStopped as isPayingStopped } from '#records/payouts/store.ts'
import {
  applyAnswer,
  applyRefusal,
  approveAndPay,
  confirmRefusal,
  leaveSoon,
  payOut,
  type PayDeps,
} from './pay.ts'
import { claimDue, setOpenState } from './pay-store.ts'
import { payingStopped, setWhy, type Withdrawal } from './store.ts'
import { holdSwept } from './sweep.ts'
import { carryOutRejection } from './undo.ts'
import { payoutOf } from './view.ts'

/**
 * Asks for the outcome and, where they have no record and payouts are not stopped, asks them to pay again: the reference
 * counts once.
 */
async function askAgain(
  client: PayoutClient,
  payout: Payout,
  isStopped: boolean,
): Promise<PayoutAnswer> {
  const asked = await client.ask(payout)
  return asked.outcome === 'absent' && !isStopped ? client.pay(payout) : asked
}

/** After this time no attempt is in progress any more, here or there: a clear refusal is final. */
const overtakenUntilMs = 10 * minuteMs
/** I37: a payment in progress may take a day at a bank; an unknown outcome becomes an exception much earlier. */
const takenMaxMs = dayMs
const unknownMaxMs = 15 * minuteMs

/** Continues a withdrawal that waits for us only: one that is due, or left open by a dead process or a lost answer. */
export async function recover(deps: PayDeps, { id }: { id: string }): Promise<void> {
  const withdrawal = await claimDue(deps.db, id, deps.clock.now())
  if (!withdrawal) return
  await deps.failpoint('withdrawal.claimed')
  if (withdrawal.state === 'sweeping') {
    await holdSwept(deps, id)
    return approveAndPay(deps, id, { stays: false })
  }
  if (withdrawal.state === 'held') return approveAndPay(deps, id, { stays: false })
  if (withdrawal.state === 'rejected') return carryOutRejection(deps, id)
  if (withdrawal.state === 'approved') return payOut(deps, id, { stays: false })
  await chase(deps, withdrawal)
}

/** Asks about a sent one; an outcome that stays unknown or cannot be booked for too long becomes an exception. */
async function chase(deps: PayDeps, withdrawal: Withdrawal): Promise<void> {
  const { db, clock } = deps
  const { id, sentAt, channel } = withdrawal
  const ageMs = clock.now().getTime() - sentAt!.getTime()
  const giveUp = (why: string) => setOpenState(db, id, { state: 'exception', why })
  const client = deps.outside.payouts.find(channel!)
  if (!client) {
    if (ageMs > unknownMaxMs) await giveUp(`the channel ${channel} is not set up`)
    return
  }
  try {
    const isStopped = await isPayingStopped(db, withdrawal.memberId)
    const answer = await pursue(deps, client, { withdrawal, ageMs, isStopped })
    // They have no record, and are asked to pay once payouts go on.
    if (isStopped && answer.outcome === 'absent') return await setWhy(db, id, payingStopped)
    const openMaxMs = answer.outcome === 'taken' ? takenMaxMs : unknownMaxMs
    // Changes nothing where the answer has just ended it.
    if (ageMs > openMaxMs) await giveUp(whyOpen(answer))
  } catch (error) {
    const why = `their answer cannot be booked: ${(error as Error).message}`.slice(0, 200)
    // A row that is locked now is free in ten minutes; any other error repeats.
    const isPassing = ['SERVICE_BUSY', 'REQUEST_LIMIT'].includes(answerOfError(error).body.code)
    if (ageMs > (isPassing ? takenMaxMs : unknownMaxMs)) await giveUp(why)
    else await setWhy(db, id, why)
    throw error
  }
}

function whyOpen(answer: PayoutAnswer): string {
  if (answer.outcome === 'taken') return 'they still work on it'
  return 'why' in answer ? answer.why : 'they do not know it'
}

/** One attempt and its consequences; returns their answer. */
async function pursue(
  deps: PayDeps,
  client: PayoutClient,
  { withdrawal, ageMs, isStopped }: { withdrawal: Withdrawal; ageMs: number; isStopped: boolean },
): Promise<PayoutAnswer> {
  const since = deps.clock.now()
  const answer = await askAgain(client, { ...payoutOf(withdrawal), owner: null }, isStopped)
  await deps.failpoint('withdrawal.asked-again')
  if (answer.outcome === 'unsent') {
    await leaveSoon(deps, withdrawal, answer)
    return answer
  }
  if (answer.outcome !== 'refused' || ageMs <= overtakenUntilMs) {
    await applyAnswer(deps, withdrawal, answer)
    return answer
  }
  const confirmed = await confirmRefusal(client, withdrawal, answer)
  await applyRefusal(deps, withdrawal, { answer: confirmed, since })
  return confirmed
}
