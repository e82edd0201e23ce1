import { compareLines, type Difference, type MovementEntry } from '#ledger/reconcile.ts'
import type { Money } from '@kapao/contract/money'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { GatewayClient, GatewayPayment } from '#outside/gateways/client.ts'
import { noteFinding, stateSum, type NewFinding } from './findings-store.ts'
import { listPaidBetween, type Payment } from './payments/payment-store.ts'
import { jobRequest, receiveAsked, type ReceiveDeps } from './receive.ts'

/** A younger payment may still be on its way here. */
const onItsWayMs = 5 * minuteMs
/**
 * At most this many payments outside the listed time are asked about one by one; the others are listed as
 * differences.
 */
const askedApartMax = 50

/**
 * I13: compares a gateway's list of the last two days with the books, by this server's times as well as the
 * gateway's: a forger chooses when a payment was made. A payment missing here is real money and taken in, anything
 * else is listed.
 */
export async function reconcileGateway(deps: ReceiveDeps, provider: string): Promise<Difference[]> {
  const { db, clock } = deps
  const client = deps.findClient(provider)
  if (!client?.listPaid) return []
  const now = clock.now().getTime()
  const from = new Date(now - 2 * dayMs)
  const to = new Date(now - onItsWayMs)
  const listed = await client.listPaid(from, to)
  if (listed.outcome !== 'listed') throw new Error(`${provider} does not list: ${listed.why}`)
  const known = await listPaidBetween(db, provider, { from, to })
  const elsewhere = known.filter(({ paidAt }) => paidAt < from || paidAt >= to)
  const apart = await askOneByOne(client, elsewhere.slice(0, askedApartMax))
  const ours = known.flatMap((one): MovementEntry[] =>
    one.amount === null || apart.unanswered.has(one.payment)
      ? []
      : [{ reference: one.payment, amount: one.amount }],
  )
  const theirs = [...listed.payments, ...apart.payments].flatMap(
    ({ payment, money }): MovementEntry[] =>
      money ? [{ reference: payment, amount: money.amount }] : [],
  )
  const differences = compareLines(ours, theirs)
  for (const difference of differences) {
    const { kind, reference: about } = difference
    const payments = listed.payments.filter(({ payment }) => payment === about)
    const isMissing = kind === 'missing' && payments.length > 0
    if (!isMissing)
      await noteFinding(db, {
        provider,
        about,
        what: wordsOf(difference),
        ...detailsOf(difference, known.find((one) => one.payment === about)?.currency ?? null),
        at: clock.now(),
      })
    // A payment that was reported differently and is not booked yet may turn out to be what its code asks for.
    if (isMissing || kind === 'amount')
      await receiveAsked(deps, { provider, payments, requestId: jobRequest })
  }
  return differences
}

/** Asks about payments whose claimed time the gateway's list does not cover. */
async function askOneByOne(client: GatewayClient, asked: readonly Payment[]) {
  const payments: GatewayPayment[] = []
  const unanswered = new Set<string>()
  for (const { reference, payment } of asked) {
    const found = await client.ask(reference)
    if (found.outcome === 'found')
      payments.push(...found.payments.filter((one) => one.payment === payment))
    else if (found.outcome !== 'absent') unanswered.add(payment)
  }
  return { payments, unanswered }
}

function wordsOf(difference: Difference): string {
  if (difference.kind === 'extra') return 'the gateway does not list this payment'
  if (difference.kind === 'amount')
    return `we have ${difference.ours}, the gateway lists ${difference.theirs}`
  if (difference.kind === 'duplicate')
    return `listed ${difference.times} times by ${difference.side}`
  return 'it was missing here'
}

type Currency = Money['currency'] | null

/** Amounts of payments that are known here have a currency; one that is listed alone has none in the comparison. */
function detailsOf(
  difference: Difference,
  currency: Currency,
): Pick<NewFinding, 'kind' | 'details'> {
  const sum = (amount: bigint) => (currency === null ? undefined : stateSum({ amount, currency }))
  switch (difference.kind) {
    case 'extra':
      return { kind: 'finding.not-listed', details: { ours: sum(difference.ours) } }
    case 'amount':
      return {
        kind: 'finding.listed-otherwise',
        details: { ours: sum(difference.ours), theirs: sum(difference.theirs) },
      }
    case 'duplicate':
      return {
        kind: 'finding.listed-repeatedly',
        details: { times: difference.times, listedBy: difference.side },
      }
    case 'missing':
      return { kind: 'finding.missing-here', details: { theirs: sum(difference.theirs) } }
  }
}
