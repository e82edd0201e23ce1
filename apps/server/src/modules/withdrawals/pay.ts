import { sqlStateOf } from '#core/db.ts'
import type { Payout, PayoutAnswer, PayoutClient } from '#outside/payout/client.ts'
import { holdSwept } from './all.ts'
import { endOf } from './end.ts'
import type { WithdrawalDeps } from './service.ts'
import {
  claimDue,
  findWithdrawal,
  setApproved,
  setOpenState,
  setPayout,
  setRefused,
  setSent,
  setWhy,
  type Withdrawal,
} from './store.ts'

/** From a clear no to the money's return nobody else asks. */
const returnedWithinMs = 60_000
/** So long the process that asks has it to itself. */
const ownedMs = 30_000
/** One that was away for longer than this after it noted that it asks, asks no more: the sweeper does. */
const staleAfterMs = 10_000
const uniqueViolation = '23505'

/**
 * Has an approved withdrawal paid. It is noted before anybody is asked; the reference is its id, the same at every asking.
 * Called by whoever begins or finds it; only one of them gets to ask first.
 */
export async function payOut(deps: WithdrawalDeps, id: string): Promise<void> {
  const { db, clock } = deps
  const found = (await findWithdrawal(db, id))!
  if (found.state !== 'approved') return
  const { channel } = await deps.readRules(found.currency)
  const client = deps.findChannel(channel)
  if (!client?.currencies.includes(found.currency))
    return setWhy(db, id, `the channel ${channel} is not set up for ${found.currency}`)
  await deps.passStep('withdrawal approved')
  const at = clock.now()
  const noted = { channel, at, nextAt: new Date(at.getTime() + ownedMs) }
  if (!(await setSent(db, id, noted))) return
  deps.tell(found)
  await deps.passStep('withdrawal noted')
  if (clock.now().getTime() - at.getTime() > staleAfterMs) return
  const answer = await client.pay(payoutOf(found))
  await deps.passStep('withdrawal answered')
  if (answer.outcome !== 'refused') return judge(deps, found, answer)
  const { why } = answer
  const nextAt = new Date(clock.now().getTime() + returnedWithinMs)
  // A process that has been away may come back with a no after the sweeper has asked again.
  if (!(await setRefused(db, id, { why, nextAt }))) return
  await deps.passStep('withdrawal refused')
  await endOf(deps, id, { state: 'returned', payout: null, reason: 'BANK_REFUSED', why })
  await deps.passStep('withdrawal settled')
}

/** What an answer means, unless it is a first no. `rejected` is their record of this very payout, so it is the last word. */
async function judge(
  deps: WithdrawalDeps,
  { id }: Pick<Withdrawal, 'id'>,
  answer: PayoutAnswer,
): Promise<void> {
  const { db } = deps
  if (answer.outcome === 'paid') {
    const { payout } = answer
    await endOf(deps, id, { state: 'paid', payout, reason: null, why: null }).catch(
      (error: unknown) => {
        if (sqlStateOf(error) !== uniqueViolation) throw error
        return setOpenState(db, id, {
          state: 'exception',
          why: `${payout} is another withdrawal's`,
        })
      },
    )
    return deps.passStep('withdrawal settled')
  }
  if (answer.outcome === 'rejected') {
    const { payout, why } = answer
    await endOf(deps, id, { state: 'returned', payout, reason: 'BANK_REFUSED', why })
    return deps.passStep('withdrawal settled')
  }
  if (answer.outcome === 'taken') return setPayout(db, id, answer.payout)
  if (answer.outcome === 'differs')
    return setOpenState(db, id, { state: 'exception', why: answer.why })
  const why = answer.outcome === 'absent' ? 'they do not know it, which proves nothing' : answer.why
  await setOpenState(db, id, { state: 'unknown', why })
  await deps.passStep('withdrawal doubted')
}

/** Asks what became of it and, where they know nothing, asks them to pay again: the reference counts once. */
async function askAgain(client: PayoutClient, payout: Payout): Promise<PayoutAnswer> {
  const asked = await client.ask(payout)
  return asked.outcome === 'absent' ? client.pay(payout) : asked
}

function payoutOf(withdrawal: Withdrawal): Payout {
  const { id, amount, currency, bankCode, bankAccountNo, bankAccountName } = withdrawal
  return {
    reference: id,
    money: { amount, currency },
    to: { bank: bankCode, account: bankAccountNo, name: bankAccountName },
  }
}

/** After so long no asking of ours is under way any more, neither here nor there: a clear no is the last word. */
const overtakenUntilMs = 10 * 60_000
/** I37: what is being paid may take a day at a bank; what nobody can tell about goes to people much earlier. */
const takenMaxMs = 24 * 60 * 60_000
const unknownMaxMs = 15 * 60_000

/** Brings a withdrawal on that waits for nobody but us: one that is due, or that a dead process or a lost answer left open. */
export async function recover(deps: WithdrawalDeps, { id }: { id: string }): Promise<void> {
  const withdrawal = await claimDue(deps.db, id, deps.clock.now())
  if (!withdrawal) return
  await deps.passStep('withdrawal claimed')
  if (withdrawal.state === 'sweeping') {
    await holdSwept(deps, id)
    return approveAndPay(deps, id)
  }
  if (withdrawal.state === 'held') return approveAndPay(deps, id)
  if (withdrawal.state === 'approved') return payOut(deps, id)
  await chase(deps, withdrawal)
}

/** Those below the amount from which a person is asked, once their time has come. */
export async function approveAndPay(deps: WithdrawalDeps, id: string): Promise<void> {
  const { db, clock } = deps
  const found = (await findWithdrawal(db, id))!
  if (found.state !== 'held' || found.approvalsNeeded > 0) return
  const at = clock.now()
  if (found.notBefore && found.notBefore > at) return
  const nextAt = new Date(at.getTime() + ownedMs)
  await db.begin((tx) => setApproved(tx, id, { at, nextAt }))
  deps.tell(found)
  await payOut(deps, id)
}

async function chase(deps: WithdrawalDeps, withdrawal: Withdrawal): Promise<void> {
  const { db, clock } = deps
  const { id, sentAt, channel } = withdrawal
  const ageMs = clock.now().getTime() - sentAt!.getTime()
  const giveUp = (why: string) => setOpenState(db, id, { state: 'exception', why })
  const client = deps.findChannel(channel!)
  if (!client) {
    if (ageMs > unknownMaxMs) await giveUp(`the channel ${channel} is not set up`)
    return
  }
  const answer = await askAgain(client, payoutOf(withdrawal))
  await deps.passStep('withdrawal asked again')
  if (answer.outcome === 'refused') {
    if (ageMs > overtakenUntilMs) {
      const { why } = answer
      await endOf(deps, id, { state: 'returned', payout: null, reason: 'BANK_REFUSED', why })
    } else await judge(deps, withdrawal, { outcome: 'unknown', why: answer.why })
    return
  }
  await judge(deps, withdrawal, answer)
  if (answer.outcome === 'taken' && ageMs > takenMaxMs) await giveUp('they still work on it')
  if ((answer.outcome === 'unknown' || answer.outcome === 'absent') && ageMs > unknownMaxMs)
    await giveUp(answer.outcome === 'unknown' ? answer.why : 'they do not know it')
}
