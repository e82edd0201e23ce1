import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayWorld)

/** Starting, killing and recovering a process takes long on a busy machine. */
const patienceMs = 60_000

const cleanUp = () => world.work(4)

test.each(sampled<CrashPoint>('qrcodes: ordered', 1, ['code.ordered', 'code.made']))(
  'F01 killed at %s: the code is shown later or never, and no second one is ordered',
  { tags: 'long-1', timeout: patienceMs },
  async (step) => {
    const player = await world.addPlayer(0n, [])
    const orders = await world.sandbox.countCalls('gateways.ZPAY.order')
    const doomed = await startDoomedServer(world, step)
    const key = systemIds.key()
    const options = {
      token: player.token,
      body: { amount: 40 },
      headers: { 'idempotency-key': key },
    }
    await expect(send(doomed.address, 'POST /api/qrcode/ZPAY', options)).rejects.toThrow(
      'fetch failed',
    )
    expect(await doomed.died).toBe('SIGKILL')
    await cleanUp()
    const isMade = step === 'code.made'
    expect((await player.call('GET /api/qrcode/ZPAY')).body.hasQrcode).toBe(isMade)
    expect((await world.sandbox.countCalls('gateways.ZPAY.order')) - orders).toBe(isMade ? 1 : 0)
    const outcome = await player.call(`GET /api/outcome/${key}`)
    expect(outcome.body.code).toBe(isMade ? 'SUCCESS' : 'QR_FAIL')
    const [row] = await world.database.db.query<{ asksOn: boolean }>(
      `select next_at is not null as "asksOn" from qrcodes_code where member_id = $1`,
      [player.id],
    )
    // A code that the gateway never received cannot be paid, so it is not polled for another day.
    expect(row).toEqual({ asksOn: isMade })
  },
)

test.each(
  sampled<CrashPoint>('qrcodes: paid', 1, ['payment.recorded', 'payment.judged', 'payment.booked']),
)(
  'F01 I09 killed at %s while a payment is taken in: credited once, reported again or not',
  { tags: 'long-3', timeout: patienceMs },
  async (step) => {
    const player = await world.addPlayer(0n, [])
    await world.order(player, 'ZPAY', 40)
    const { reference } = await world.newest('ZPAY')
    const doomed = await startDoomedServer(world, step)
    await world.sandbox.control('POST', '/app', { url: doomed.address })
    await world.pay('ZPAY', { reference })
    expect(await doomed.died).toBe('SIGKILL')
    await world.sandbox.control('POST', '/app', { url: world.address })
    await cleanUp()
    expect(await world.walletOf(player)).toBe(4_000)
    const [message] = await world.sandbox.control<{ id: number }[]>('GET', '/messages')
    await world.sandbox.control('POST', `/messages/${message!.id}/again`, {})
    await cleanUp()
    expect(await world.walletOf(player)).toBe(4_000)
  },
)
