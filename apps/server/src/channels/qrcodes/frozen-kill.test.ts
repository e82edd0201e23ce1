import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { listItems } from '#records/items/store.ts'
import { sampled } from '#testing/models/sample.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { forge } from '#testing/attacks/forged.ts'
import { killServerAt } from '#testing/processes/killed-server.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { resolvePayment } from './review.ts'
import { readTrust } from './payments/proof-store.ts'

const world = testWorld(openPayWorld)
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

/** Starting, killing and recovering a process takes long on a busy machine. */
const patienceMs = 90_000

/** A code for which a forger with the webhook secret reports a payment, while its gateway cannot be asked. */
async function forged(provider: string) {
  const player = await world.addPlayer(0n, [])
  await world.order(player, provider, 500)
  const { reference, shown: amount } = await world.newest(provider)
  const operation = `gateways.${provider}.query`
  await world.sandbox.addFault({ operation, kind: 'maintenance' })
  const payment = systemIds.key()
  return {
    player,
    payment,
    amount,
    satang: Math.round(Number(amount) * 100),
    report: (address: string) =>
      forge({ ...world, address }, provider, { reference, amount, payment }),
    answersAgain: async () => {
      await world.sandbox.control('DELETE', '/faults', {})
      await world.passTime(11_000)
    },
    row: async () => {
      const [row] = await world.database.db.query<{ state: string; isDenied: boolean }>(
        'select state, denied_at is not null as "isDenied" from qrcodes_payment where payment = $1',
        [payment],
      )
      return row!
    },
    unproven: async () =>
      (await readTrust(world.database.db)).find((one) => one.provider === provider)?.unproven,
    items: async () => {
      const wanted = { kind: 'qrcodes.unknown', memberId: null, open: true, limit: 100 }
      const all = await listItems(world.database.db, wanted)
      return all.filter(({ key }) => key.endsWith(payment)).length
    },
    decide: (received: string | null) =>
      resolvePayment(
        { db: world.database.db, clock: world.clock },
        {
          payment,
          provider,
          received,
          why: 'their settlement',
          actor: 'operator:nok',
          requestId: 'kapao',
        },
      ),
  }
}

test.each(sampled<CrashPoint>('qrcodes: frozen', 1, ['payment.recorded', 'payment.judged']))(
  'CARE-55 killed at %s over a message without a payment: never credited, and an operator gets one item',
  { tags: 'long-3', timeout: patienceMs },
  async (step) => {
    const one = await forged('ZPAY')
    await killServerAt(world, step, { to: one.report })
    await world.work(1)
    expect(await world.walletOf(one.player)).toBe(0)
    await one.answersAgain()
    await world.work(3)
    await one.report(world.address)
    await world.work(2)
    expect(await world.walletOf(one.player)).toBe(0)
    expect(await one.row()).toEqual({ state: 'exception', isDenied: true })
    expect(await one.items()).toBe(1)
    await one.decide(null)
  },
)

const decidedSteps: CrashPoint[] = ['deposit.prepared', 'deposit.booked', 'payment.booked']

test.each(sampled('qrcodes: decided', 1, decidedSteps))(
  "CARE-55 killed at %s over a credit on a gateway's message: credited once, counted in its bound and never paid out once it is denied",
  { tags: 'long-3', timeout: patienceMs },
  async (step) => {
    const one = await forged('WW')
    await killServerAt(world, step, { to: one.report })
    await world.work(2)
    await one.report(world.address)
    expect(await world.walletOf(one.player)).toBe(one.satang)
    expect(await one.unproven()).toBe(BigInt(one.satang))
    const asked = await one.player.call('POST /api/wallet/withdraw', {
      body: { amount: 400 },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(asked.status).toBe(200)
    await one.answersAgain()
    await world.work(4)
    expect(await one.row()).toEqual({ state: 'settled', isDenied: true })
    expect(await one.items()).toBe(1)
    const [withdrawal] = await world.database.db.query<{ state: string }>(
      'select state from withdrawals_withdrawal where member_id = $1',
      [one.player.id],
    )
    expect(withdrawal).toEqual({ state: 'approved' })
    await one.decide(one.amount)
    expect(await one.unproven()).toBeUndefined()
  },
)
