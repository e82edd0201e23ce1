import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayWorld)
const crowd: Player[] = []

beforeAll(async () => {
  // A few at once, because each registration hashes a password.
  while (crowd.length < 36)
    crowd.push(...(await Promise.all(Array.from({ length: 6 }, () => world.addPlayer(0n, [])))))
}, 120_000)
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const patienceMs = 60_000

test.each(['WW', 'KBANK', 'PAYONEX'])(
  'RUN-04 thirty-six members who order a code at once at %s, which takes 300 ms, all get one',
  { tags: 'long-3', timeout: patienceMs },
  async (provider) => {
    await world.sandbox.addFault({
      operation: `gateways.${provider}.*`,
      kind: 'delay',
      delayMs: 300,
    })
    const codes = await Promise.all(crowd.map((player) => world.order(player, provider, 500)))
    expect(codes.filter(({ hasQrcode }) => hasQrcode)).toHaveLength(crowd.length)
    type Rules = { rules: { operation: string; hits: number }[] }
    if (provider === 'WW') return
    // The missing token is requested once, not once for each member.
    const { rules } = await world.sandbox.control<Rules>('GET', '/faults')
    const callsOfEach = provider === 'KBANK' ? 1 : 2
    expect(rules[0]!.hits).toBeLessThanOrEqual(crowd.length * callsOfEach + 1)
  },
)

test(
  'RUN-04 an order whose reply was lost, and that could not be asked about, is not treated as absent',
  async () => {
    const [player] = crowd as [Player]
    const lose = async (amount: number) => {
      await world.sandbox.addFault({ operation: 'gateways.WW.order', kind: 'drop-after', count: 1 })
      return player.call('POST /api/qrcode/WW', { body: { amount } })
    }
    // Queries fail until the gateway's breaker opens: the last one is never sent.
    for (const operation of ['gateways.WW.query', 'gateways.WW.void'])
      await world.sandbox.addFault({ operation, kind: 'status-before' })
    for (let n = 0; n < 3; n += 1) await lose(700 + n)
    await world.passTime(1_000)
    const { body } = await lose(799)
    expect(body).toMatchObject({ hasQrcode: false })
    const [kept] = await world.database.db.query<{ why: string; asked: boolean }>(
      `select why, next_at is not null as asked from qrcodes_code order by created_at desc limit 1`,
    )
    expect(kept).toEqual({ why: 'the breaker is open', asked: true })
    await world.sandbox.control('DELETE', '/faults', {})
    const { reference } = await world.newest('WW')
    await world.pay('WW', { reference })
    await world.work(3)
    expect(Math.floor((await world.walletOf(player)) / 100)).toBe(799)
  },
  patienceMs,
)
