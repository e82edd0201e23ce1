import { writeSync } from 'node:fs'

/** The moments between which tests end or suspend the process, each by the room that passes it. */
export type CrashPoint =
  | 'bonus.before-reply'
  | 'bonus.checked'
  | 'bonus.clearing'
  | 'bonus.deducted'
  | 'bonus.emptied'
  | 'bonus.ended'
  | 'bonus.transfer-begun'
  | 'bonus.transfer-ended'
  | 'code.made'
  | 'code.ordered'
  | 'coupon.claimed'
  | 'deposit.booked'
  | 'deposit.prepared'
  | 'desk.decided'
  | 'game-account.answered'
  | 'game-account.claimed'
  | 'game-password.answered'
  | 'game-password.claimed'
  | 'gift.booked'
  | 'gift.claimed'
  | 'gift.marked-sent'
  | 'gift.received'
  | 'gift.redeemed'
  | 'notice.claimed'
  | 'notice.planned'
  | 'notice.recorded'
  | 'notice.sent'
  | 'payment.booked'
  | 'payment.judged'
  | 'payment.recorded'
  | 'recovery.booked-one'
  | 'reward.given'
  | 'reward.planned'
  | 'slip.checked'
  | 'slip.paid'
  | 'slip.paying'
  | 'slip.read'
  | 'slip.received'
  | 'slip.rewritten'
  | 'slip.stored'
  | 'spin.drawn'
  | 'withdrawal.answer-confirmed'
  | 'withdrawal.answered'
  | 'withdrawal.approved'
  | 'withdrawal.asked-again'
  | 'withdrawal.before-reply'
  | 'withdrawal.begun'
  | 'withdrawal.claimed'
  | 'withdrawal.ended'
  | 'withdrawal.games-emptied'
  | 'withdrawal.held'
  | 'withdrawal.marked-sent'
  | 'withdrawal.planned'
  | 'withdrawal.refused'
  | 'withdrawal.unknown'
  | TransferPoint
  | `next ${TransferPoint}`

/** The second half of a transfer between games passes its own. */
export type TransferPoint =
  | 'transfer.all-in-wallet'
  | 'transfer.answered'
  | 'transfer.asked-again'
  | 'transfer.balance-read'
  | 'transfer.before-reply'
  | 'transfer.begun'
  | 'transfer.claimed'
  | 'transfer.ended'
  | 'transfer.held'
  | 'transfer.marked-sent'
  | 'transfer.planned'
  | 'transfer.player-kicked'
  | 'transfer.unknown'

/**
 * Ends the process like `kill -9` at the step that a test has named. With `stay:` before it, callers that reach the
 * step stay there, until the test has as many as it wants to kill at once.
 */
export function failpointOf(failpoint: string | null): (step: CrashPoint) => Promise<void> {
  if (failpoint === null) return async () => undefined
  const [, how, wanted] = /^(?:(stay|stop):)?(.*)$/s.exec(failpoint)!
  let isPassed = false
  return async (step) => {
    if (step !== wanted || isPassed) return
    writeSync(2, `failpoint ${step}\n`)
    if (how === 'stay') await new Promise(() => undefined)
    // With `stop:` the process is suspended: once resumed it continues where it was, and does not stop again.
    isPassed = how === 'stop'
    process.kill(process.pid, isPassed ? 'SIGSTOP' : 'SIGKILL')
  }
}
