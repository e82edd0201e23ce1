import { compareLines, type Difference, type Line } from '#ledger/reconcile.ts'
import { askFor, take, type QrDeps } from './create.ts'
import { claimPayment, listPaidBetween, noteFinding, type Named } from './payment-store.ts'
import { receive, settlePayment } from './receive.ts'
import { claimCode, setEnded, setNextAt, type Code } from './store.ts'

const minuteMs = 60_000
/** Webhooks get lost: while a code can be paid it is asked about, and for a while after. */
const whileOpenMs = minuteMs
const afterEndMs = [1, 5, 15, 60, 24 * 60].map((minutes) => minutes * minuteMs)
const jobRequest = 'job'

/** For the sweeper: asks the gateway about one code, takes in what was paid, and says when to ask next. */
export async function watchCode(deps: QrDeps, { id }: { id: string }): Promise<void> {
  const { db, clock } = deps
  const code = await claimCode(db, id, clock.now())
  if (!code) return
  const { provider, reference } = code
  const client = deps.findClient(provider)
  // Of one that is not there any more nothing is heard, and the code ends at its time.
  if (!client) return setNext(deps, code)
  if (code.state === 'ordered') {
    const money = { amount: code.ordered, currency: code.currency }
    // What came of it says itself when to ask again.
    return take(deps, id, await askFor(client, { reference, money }))
  }
  const asked = await client.ask(reference)
  const payments = asked.outcome === 'found' ? asked.payments : []
  for (const paid of payments)
    await receive(deps, { provider, paid, isConfirmed: true, requestId: jobRequest })
  await setNext(deps, code)
}

/** Judged by our own clock: after its time a code is not shown any more, whatever the gateway does. */
async function setNext({ db, clock }: QrDeps, code: Code): Promise<void> {
  const now = clock.now().getTime()
  const isLive = code.state === 'open' || code.state === 'ordered'
  const endMs = code.endedAt?.getTime() ?? code.expiresAt.getTime()
  if (isLive && now >= endMs) {
    await setEnded(db, code.id, { state: 'expired', at: code.expiresAt, nextAt: null })
  }
  if (isLive && now < endMs) {
    await setNextAt(db, code.id, new Date(Math.min(now + whileOpenMs, endMs)))
    return
  }
  const next = afterEndMs.find((ms) => endMs + ms > now)
  await setNextAt(db, code.id, next === undefined ? null : new Date(endMs + next))
}

/** For the sweeper: a payment that was noted and not settled, because somebody died or could not be asked. */
export async function settleLate(deps: QrDeps, named: Named): Promise<void> {
  const payment = await claimPayment(deps.db, named, deps.clock.now())
  if (payment) await settlePayment(deps, payment)
}

const dayMs = 24 * 60 * minuteMs
/** What is younger may be on its way here. */
const onItsWayMs = 5 * minuteMs

/**
 * I13: compares what a gateway lists of the last two days with what we have; what is missing here is real money and taken
 * in, anything else is listed.
 */
export async function reconcileGateway(deps: QrDeps, provider: string): Promise<Difference[]> {
  const { db, clock } = deps
  const client = deps.findClient(provider)
  if (!client?.listPaid) return []
  const now = clock.now().getTime()
  const from = new Date(now - 2 * dayMs)
  const to = new Date(now - onItsWayMs)
  const listed = await client.listPaid(from, to)
  if (listed.outcome !== 'listed') throw new Error(`${provider} does not list: ${listed.why}`)
  const ours = (await listPaidBetween(db, provider, { from, to })).flatMap((one): Line[] =>
    one.amount === null ? [] : [{ reference: one.payment, amount: one.amount }],
  )
  const theirs = listed.payments.flatMap(({ payment, money }): Line[] =>
    money ? [{ reference: payment, amount: money.amount }] : [],
  )
  const differences = compareLines(ours, theirs)
  for (const difference of differences) {
    const { kind, reference: about } = difference
    const paid = listed.payments.find(({ payment }) => payment === about)
    if (kind === 'missing' && paid)
      await receive(deps, { provider, paid, isConfirmed: true, requestId: jobRequest })
    else await noteFinding(db, { provider, about, what: wordsOf(difference), at: clock.now() })
  }
  return differences
}

function wordsOf(difference: Difference): string {
  if (difference.kind === 'extra') return 'the gateway does not list this payment'
  if (difference.kind === 'amount')
    return `we have ${difference.ours}, the gateway lists ${difference.theirs}`
  if (difference.kind === 'duplicate')
    return `listed ${difference.times} times by ${difference.side}`
  return 'it was missing here'
}
