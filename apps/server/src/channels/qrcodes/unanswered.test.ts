import { afterEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { forge } from '#testing/attacks/forged.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { listOpenPage } from '#records/items/desk-store.ts'
import { listFindingPage, listPaymentPage } from './desk-store.ts'
import { resolvePayment } from './review.ts'

const world = testWorld(openPayWorld)

afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const patienceMs = 60_000

/** The gateway cannot be asked until the returned function is called. */
async function silence(provider: string) {
  await world.sandbox.addFault({ operation: `gateways.${provider}.query`, kind: 'maintenance' })
  return async () => {
    await world.sandbox.control('DELETE', '/faults', {})
    // Lets the breaker that stopped the queries try again.
    await world.passTime(11_000)
  }
}

/** A payment that the gateway has, without a webhook. */
async function paidCode(provider: string, amount: number) {
  const player = await world.addPlayer(0n, [])
  await world.order(player, provider, amount)
  const { reference, shown } = await world.newest(provider)
  const [paid] = await world.pay(provider, { reference, told: false })
  return { player, reference, amount: shown, payment: paid!.id }
}

const stateOf = async (payment: string) => {
  const [row] = await world.database.db.query<{ state: string; isConfirmed: boolean }>(
    'select state, is_confirmed as "isConfirmed" from qrcodes_payment where payment = $1',
    [payment],
  )
  return row
}
const findingsOf = async (about: string) => {
  const rows = await world.database.db.query<{ what: string }>(
    `select coalesce(kind, 'none') || ': ' || what as what from qrcodes_finding where about = $1 order by id`,
    [about],
  )
  return rows.map(({ what }) => what)
}

test(
  'CARE-03 CARE-07 I37 HOUSE-53 after a quarter of an hour of silence operators are notified of waiting and credited payments, and both go on when the gateway answers',
  async () => {
    const speak = await silence('PAYTIMZ')
    const credited = await paidCode('PAYTIMZ', 50)
    const waiting = await paidCode('PAYTIMZ', 20_001)
    for (const one of [credited, waiting]) expect(await forge(world, 'PAYTIMZ', one)).toBe(200)
    expect(await world.walletOf(credited.player)).toBe(5_000)
    await world.work(14)
    for (const { payment } of [credited, waiting]) expect(await findingsOf(payment)).toEqual([])
    expect(await stateOf(waiting.payment)).toEqual({ state: 'received', isConfirmed: false })
    await world.work(2)
    expect(await findingsOf(credited.payment)).toEqual([
      expect.stringMatching(/^finding.unanswered: it is in a wallet, and was never confirmed: /),
    ])
    expect(await findingsOf(waiting.payment)).toEqual([
      expect.stringMatching(/^finding.unanswered: it was never confirmed: /),
    ])
    expect(await stateOf(waiting.payment)).toEqual({ state: 'exception', isConfirmed: false })
    // Each waits once: as the payment, which says that its gateway is silent.
    const page = { after: null, limit: 100 }
    expect(await listFindingPage(world.database.db, page)).toEqual([])
    const payments = await listPaymentPage(world.database.db, page)
    const shown = payments.map(({ payment, isUnanswered }) => [payment, isUnanswered])
    expect(shown).toHaveLength(2)
    for (const { payment } of [credited, waiting]) expect(shown).toContainEqual([payment, true])
    expect(await world.walletOf(waiting.player)).toBe(0)
    // However long it is silent, within two days.
    await world.work(2, hourMs)
    await world.sandbox.control('DELETE', '/faults', {})
    await world.sandbox.addFault({ operation: 'gateways.PAYTIMZ.query', kind: 'drop-before' })
    await world.work(2, hourMs)
    for (const { payment } of [credited, waiting]) expect(await findingsOf(payment)).toHaveLength(1)
    await speak()
    await world.work(2, 31_000)
    expect(await world.walletOf(waiting.player)).toBe(2_000_100)
    for (const { payment } of [credited, waiting])
      expect(await stateOf(payment)).toEqual({ state: 'settled', isConfirmed: true })
  },
  patienceMs,
)

test('HOUSE-53 a credited payment that its gateway does not know waits once, as the payment; what it holds waits on its own once that is decided', async () => {
  const { db } = world.database
  const page = { after: null, limit: 100 }
  const listed = async (payment: string) => [
    (await listFindingPage(db, page)).filter(({ about }) => about === payment).length,
    (await listPaymentPage(db, page)).filter((one) => one.payment === payment).length,
    (await listOpenPage(db, page)).filter(({ key }) => key.endsWith(payment)).length,
  ]
  const speak = await silence('PAYTIMZ')
  const one = await paidCode('PAYTIMZ', 70)
  const later = await paidCode('PAYTIMZ', 71)
  for (const paid of [one, later]) expect(await forge(world, 'PAYTIMZ', paid)).toBe(200)
  await world.sandbox.control('POST', '/reset', {})
  await world.sandbox.control('POST', '/app', { url: world.address })
  await speak()
  // The hourly list does not have them either.
  await world.work(3, 61 * minuteMs)
  for (const paid of [one, later]) {
    expect(await findingsOf(paid.payment)).toContainEqual(
      expect.stringContaining('finding.not-listed'),
    )
    expect(await listed(paid.payment)).toEqual([0, 1, 0])
  }
  await resolvePayment(
    { db, clock: world.clock },
    {
      payment: one.payment,
      provider: 'PAYTIMZ',
      received: one.amount,
      why: 'their settlement',
      actor: 'operator:nok',
      requestId: 'test',
    },
  )
  expect(await listed(one.payment)).toEqual([0, 0, 1])
})

test('CARE-02 F22 at a silent gateway an event that comes again with another body credits nothing until the gateway confirms it', async () => {
  const speak = await silence('ZPAY')
  const [first, second] = [await paidCode('ZPAY', 40), await paidCode('ZPAY', 60)]
  const eventId = systemIds.key()
  expect(await forge(world, 'ZPAY', { ...first, eventId })).toBe(200)
  expect(await world.walletOf(first.player)).toBe(4_000)
  expect(await forge(world, 'ZPAY', { ...second, eventId })).toBe(200)
  expect(await world.walletOf(second.player)).toBe(0)
  expect(await findingsOf(`event ${eventId}`)).toEqual([
    'finding.event-changed: an event came again with another body',
  ])
  await speak()
  await world.work(1)
  expect(await world.walletOf(second.player)).toBe(6_000)
})
