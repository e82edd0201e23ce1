import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import type { Settle } from '#outside/arrival.ts'
import { openClients } from '../../system/outside.ts'
import { openTestDeposits } from '#testing/processes/open-deposits.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { readSettings } from '#settings/read.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { QrDeps } from './poll.ts'
import { receiveAsked, settlePayment } from './receive.ts'
import { resolvePayment } from './review.ts'
import { lockPayments } from './payments/payment-store.ts'

const world = testWorld(openPayWorld)

/** A code of 40 paid with this amount, without a webhook yet. */
async function paid(amount = '40') {
  const player = await world.addPlayer(0n, [])
  await world.order(player, 'ZPAY', 40)
  const { reference } = await world.newest('ZPAY')
  const [payment] = await world.pay('ZPAY', { reference, amount, told: false })
  return { player, reference, payment: payment!.id }
}

type PaymentReport = { reference: string; payment: string; amount: number }

async function report({ reference, payment, amount }: PaymentReport): Promise<void> {
  const eventId = systemIds.key()
  const timestamp = String(Math.floor(world.clock.now().getTime() / 1000))
  const successAt = world.clock.now().toISOString()
  const fields = { refId: reference, transactionId: payment, amount, status: 'PAID', successAt }
  const body = JSON.stringify(fields)
  const signed = createHmac('sha256', 'sandbox-webhook-secret')
  const reply = await fetch(`${world.address}/webhooks/gateways/ZPAY`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-event-id': eventId,
      'x-timestamp': timestamp,
      'x-signature': signed.update(`${eventId}.${timestamp}.${body}`).digest('hex'),
    },
    body,
  })
  expect(reply.status).toBe(200)
}

/** The gateway cannot be asked until the returned function is called. */
async function silence(): Promise<() => Promise<unknown>> {
  const operation = 'gateways.ZPAY.query'
  await world.sandbox.addFault({ operation, kind: 'maintenance', count: 1_000 })
  return () => world.sandbox.control('DELETE', '/faults', {})
}

const stateOf = async (payment: string) => {
  const [row] = await world.database.db.query<{ state: string; amount: bigint | null }>(
    'select state, amount from qrcodes_payment where payment = $1',
    [payment],
  )
  return row
}
const findingsOf = (payment: string) =>
  world.database.db.query<{ what: string }>(
    `select coalesce(kind, 'none') || ': ' || what as what from qrcodes_finding where about = $1 and closed_at is null order by id`,
    [payment],
  )
const depositsOf = (player: Player) =>
  world.database.db.query<{ amount: bigint }>(
    'select amount from deposits_deposit where member_id = $1',
    [player.id],
  )

const decide = (payment: string, received: string | null) =>
  resolvePayment(
    { db: world.database.db, clock: world.clock },
    {
      payment,
      provider: null,
      received,
      why: 'their settlement',
      actor: 'operator:nok',
      requestId: 'kapao',
    },
  )

/** On the exceptions list: reported as 39, and as 39.50 when asked, for a code of 40. */
async function stuck() {
  const one = await paid('39.50')
  await report({ ...one, amount: 39 })
  expect(await stateOf(one.payment)).toMatchObject({ state: 'exception' })
  return one
}

test('HOUSE-103 what an operator has decided is not contradicted by the same report again', async () => {
  const one = await stuck()
  await decide(one.payment, '40')
  const before = await findingsOf(one.payment)
  await report({ ...one, amount: 39 })
  expect(await findingsOf(one.payment)).toEqual(before)
  await report({ ...one, amount: 38 })
  expect((await findingsOf(one.payment)).length).toBe(before.length + 1)
})

test.each([40.000_000_000_000_01, 39, 0.001])(
  'F22 S39 reported as %d first, and as the ordered amount when asked: that is booked once, and the finding stays',
  async (amount) => {
    const one = await paid()
    await report({ ...one, amount })
    await report({ ...one, amount: 40 })
    await world.work(5, 61 * minuteMs)
    expect(await world.walletOf(one.player)).toBe(4_000)
    expect(await depositsOf(one.player)).toHaveLength(1)
    expect((await findingsOf(one.payment)).length).toBeGreaterThan(0)
    await report({ ...one, amount })
    expect(await stateOf(one.payment)).toEqual({ state: 'settled', amount: 4_000n })
    expect(await world.walletOf(one.player)).toBe(4_000)
  },
)

test.each([39, 40.000_000_000_000_01])(
  'F22 reported as %d while the gateway cannot be asked, and handed to operators: booked when it can be asked again',
  { tags: 'long-4' },
  async (amount) => {
    const one = await paid()
    const speak = await silence()
    await report({ ...one, amount })
    // Until the code is no longer polled: only the gateway's list of two days names it.
    await world.work(26, 61 * minuteMs)
    expect(await stateOf(one.payment)).toMatchObject({ state: 'exception' })
    await speak()
    await world.work(2, 61 * minuteMs)
    expect(await world.walletOf(one.player)).toBe(4_000)
    expect((await findingsOf(one.payment)).length).toBeGreaterThan(0)
  },
)

test('F22 I09 the wrong and the right amount at once, twenty times: credited once', async () => {
  const one = await paid()
  const amounts = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 39 : 40))
  await world.passTime(31_000)
  await Promise.all([...amounts.map((amount) => report({ ...one, amount })), world.runJobs()])
  await world.work(2, 61 * minuteMs)
  expect(await world.walletOf(one.player)).toBe(4_000)
  expect(await depositsOf(one.player)).toHaveLength(1)
})

test(
  'F22 an amount that the gateway states and the code does not ask for stays with operators',
  { tags: 'long-3' },
  async () => {
    const one = await stuck()
    await world.work(50, 61 * minuteMs)
    expect(await stateOf(one.payment)).toMatchObject({ state: 'exception' })
    expect(await world.walletOf(one.player)).toBe(0)
    const words = (await findingsOf(one.payment)).map(({ what }) => what)
    expect(words.join()).toMatch(
      /finding.asked-otherwise: the gateway reported 39 .*, and 39.50? .* when asked/,
    )
  },
)

test('a payment that an operator found at the gateway is booked once, however many confirm it, and the audit trail names who did', async () => {
  const one = await stuck()
  const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => decide(one.payment, '39.50')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await world.work(2)
  await report({ ...one, amount: 40 })
  await world.work(2, 61 * minuteMs)
  expect(await world.walletOf(one.player)).toBe(3_950)
  await expect(decide(one.payment, '39.50')).rejects.toThrow('is settled')
  await expect(decide(one.payment, null)).rejects.toThrow('is settled')
  const trail = await world.database.db.query<{ actor: string }>(
    `select actor from core_audit where action = 'qrcodes.resolve' and subject = $1`,
    [one.payment],
  )
  expect(trail).toEqual([{ actor: 'operator:nok' }])
})

test('nothing was received: later reports are listed and not booked, until an operator finds that it came', async () => {
  const one = await stuck()
  await expect(decide(one.payment, '0')).rejects.toThrow('no amount in BAHT')
  await decide(one.payment, null)
  await expect(decide(one.payment, null)).rejects.toThrow('is refused')
  await report({ ...one, amount: 40 })
  await world.work(3, 61 * minuteMs)
  expect(await world.walletOf(one.player)).toBe(0)
  expect((await findingsOf(one.payment)).at(-1)?.what).toMatch(
    /finding.reported-refused: an operator decided that nothing came/,
  )
  await decide(one.payment, '39.50')
  await world.work(2)
  expect(await world.walletOf(one.player)).toBe(3_950)
})

test('an unknown payment, or one that two gateways have, is not decided', async () => {
  await expect(decide('nobody', '40')).rejects.toThrow('no payment nobody')
  const one = await stuck()
  await world.database.db.query(
    `insert into qrcodes_payment (provider, payment, reference, amount_text, paid_at, is_confirmed, state, created_at, next_at)
     values ('WW', $1, 'KNOBODY000001', '1', $2, false, 'exception', $2, $2)`,
    [one.payment, world.clock.now()],
  )
  await expect(decide(one.payment, '40')).rejects.toThrow('WW, ZPAY have each')
})

/** A second process that pauses at a step until it is released. */
function openHand(place: 'judged' | 'decided' | null) {
  const { db } = world.database
  const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stay = async (here: boolean) => {
    if (!here) return
    arrived.resolve()
    await gate.promise
  }
  const { gateways } = openClients({ config: world.config, db, clock: world.clock })
  const around = {
    db,
    clock: world.clock,
    ids: systemIds,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    readSettings: () => readSettings(db),
  }
  const { settle } = openTestDeposits(db, world.clock, around)
  const slowly: Settle = async (arrival) => {
    await stay(place === 'decided')
    return settle(arrival)
  }
  const deps: QrDeps = {
    ...around,
    findClient: gateways.find,
    orderedPerHourMax: 30,
    settle: slowly,
    failpoint: (step) => stay(place === 'judged' && step === 'payment.judged'),
  }
  return {
    arrived: arrived.promise,
    letGo: () => gate.resolve(),
    /** The gateway's answer when asked. */
    receive: ({ reference, payment }: { reference: string; payment: string }, amounts: bigint[]) =>
      receiveAsked(deps, {
        provider: 'ZPAY',
        requestId: 'test',
        payments: amounts.map((amount) => ({
          reference,
          payment,
          transfer: null,
          money: { amount, currency: 'BAHT' },
          amountText: `${amount} satang`,
          paidAt: world.clock.now(),
          payer: {},
        })),
      }),
    settle: async (payment: string) => {
      const [found] = await db.begin((tx) => lockPayments(tx, { provider: 'ZPAY', payment }))
      await settlePayment(deps, found!)
    },
  }
}

test('F22 S39 two amounts of one payment in one answer confirm neither: the gateway is asked once more', async () => {
  const one = await paid()
  await openHand(null).receive(one, [3_900n, 4_000n])
  expect(await stateOf(one.payment)).toEqual({ state: 'settled', amount: 4_000n })
  expect(await world.walletOf(one.player)).toBe(4_000)
  expect((await findingsOf(one.payment)).length).toBeGreaterThan(0)
})

/** On the exceptions list, and confirmed when asked: an operator and a process may decide at once. */
async function late() {
  const one = await paid('39.50')
  const speak = await silence()
  await report({ ...one, amount: 39.5 })
  await world.work(18)
  expect(await stateOf(one.payment)).toMatchObject({ state: 'exception' })
  await speak()
  return one
}

test('an operator who decides first stops a process that has asked and was about to book', async () => {
  const one = await late()
  const hand = openHand('judged')
  const settled = hand.settle(one.payment)
  await hand.arrived
  await decide(one.payment, null)
  hand.letGo()
  await settled
  expect(await stateOf(one.payment)).toEqual({ state: 'refused', amount: null })
  expect(await world.walletOf(one.player)).toBe(0)
})

test('a process that is booking refuses an operator who decides then', async () => {
  const one = await late()
  const hand = openHand('decided')
  const settled = hand.settle(one.payment)
  await hand.arrived
  await expect(decide(one.payment, null)).rejects.toThrow('is received')
  await expect(decide(one.payment, '1')).rejects.toThrow('is received')
  hand.letGo()
  await settled
  expect(await world.walletOf(one.player)).toBe(3_950)
})
