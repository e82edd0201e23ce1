import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import type { GatewayPayment } from '#outside/gateways/client.ts'
import { findMember } from '#records/account/store.ts'
import { askAfterEndMs } from './cancel.ts'
import { claimCode, type Code, findCode, setEnded, setNextAt } from './codes/store.ts'
import { proveCredit } from './confirm.ts'
import { askFor, type CreateDeps, applyMade } from './create.ts'
import { claimPayment, type PaymentKey } from './payments/payment-store.ts'
import {
  jobRequest,
  payerOf,
  paysFromOwnAccount,
  receiveAsked,
  settlePayment,
  type ReceiveDeps,
} from './receive.ts'

/** Polling receives payments for codes, and resumes codes whose order was lost. */
export type QrDeps = CreateDeps & ReceiveDeps

/** Webhooks get lost: a code that can be paid is polled. */
const whileOpenMs = minuteMs
/** Later payments are rare, and so are these polls. */
const afterExpiryMs = [minuteMs, hourMs]
/** If the gateway has no list, no comparison finds later payments. */
const muchLaterMs = [6 * hourMs, dayMs]
/** Two polls closer together are merged. */
const apartMs = minuteMs / 2

/** For the sweeper: asks the gateway about one code, takes in its payments, and schedules the next poll. */
export async function pollCode(deps: QrDeps, { id }: { id: string }): Promise<void> {
  const { db, clock } = deps
  const code = await claimCode(db, id, clock.now())
  if (!code) return
  const { provider, reference } = code
  const client = deps.findClient(provider)
  // A gateway that was removed cannot be asked, and the code ends at its time.
  if (!client) return setNext(deps, code)
  if (code.state === 'ordered') {
    const money = { amount: code.ordered, currency: code.currency }
    // `applyMade` schedules the next poll itself.
    return applyMade(deps, id, await askFor(client, { reference, money }))
  }
  const asked = await client.ask(reference)
  const payments = asked.outcome === 'found' ? asked.payments : []
  await receiveAsked(deps, { provider, payments, requestId: jobRequest })
  await setNext(deps, code)
}

/** By this server's clock: after its time a code is not shown any more, whatever the gateway does. */
async function setNext({ db, clock, findClient }: QrDeps, code: Code): Promise<void> {
  const now = clock.now().getTime()
  const isLive = code.state === 'open' || code.state === 'ordered'
  const endMs = code.endedAt?.getTime() ?? code.expiresAt.getTime()
  const isListed = Boolean(findClient(code.provider)?.listPaid)
  if (isLive && now < endMs)
    return setNextAt(db, code.id, new Date(Math.min(now + whileOpenMs, endMs)))
  if (isLive) await setEnded(db, code.id, { state: 'expired', at: code.expiresAt, nextAt: null })
  await setNextAt(db, code.id, nextAfterEnd(code, { now, endMs, isListed }))
}

type EndedCode = { now: number; endMs: number; isListed: boolean }

function nextAfterEnd({ expiresAt }: Code, { now, endMs, isListed }: EndedCode): Date | null {
  const after = isListed ? afterExpiryMs : [...afterExpiryMs, ...muchLaterMs]
  const asked = [endMs + askAfterEndMs, ...after.map((ms) => expiresAt.getTime() + ms)]
  const next = asked.toSorted((one, other) => one - other).find((ms) => ms > now + apartMs)
  return next === undefined ? null : new Date(next)
}

/**
 * For the sweeper: a payment that was recorded and not settled, because a process died or the gateway could not be
 * asked, or that was booked on its gateway's message alone.
 */
export async function settleLate(deps: QrDeps, named: PaymentKey): Promise<void> {
  const payment = await claimPayment(deps.db, named, deps.clock.now())
  if (!payment) return
  if (payment.state !== 'settled') return settlePayment(deps, payment)
  const code = payment.code === null ? null : await findCode(deps.db, payment.code)
  const member = code && (await findMember(deps.db, code.memberId))
  if (!member) throw new Error(`${payment.payment} was credited, but its member is unknown`)
  const isOwn = (paid: GatewayPayment) => paysFromOwnAccount(payerOf(paid), member)
  await proveCredit(deps, payment, { memberId: member.id, isOwn })
}
