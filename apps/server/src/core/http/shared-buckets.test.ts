import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { hasRedis, startRedis, type TestRedis } from '../../testing/redis.ts'
import { createRateLimiter, rateLimits, type RateLimiter } from './rate-limit.ts'
import { openRedisBuckets } from './shared-buckets.ts'

// Not a machine of ours without a Redis, but one of somebody who only looks: the report counts these as left out.
describe.skipIf(!hasRedis)('processes that count in one Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  const startProcess = async (
    patienceMs: number,
  ): Promise<{ limiter: RateLimiter; warnings: unknown[] }> => {
    const warnings: unknown[] = []
    const log = { warn: (about: unknown) => void warnings.push(about) }
    const buckets = openRedisBuckets(redis.url, log, patienceMs)
    onTestFinished(() => buckets.close())
    buckets.connect()
    const isThere = () =>
      buckets
        .ask()
        .then(() => true)
        .catch(() => false)
    await expect.poll(isThere, { timeout: 10_000 }).toBe(true)
    return { limiter: createRateLimiter(systemClock, 1, buckets), warnings }
  }
  const allowed = async (limiters: readonly RateLimiter[], address: string, tries: number) => {
    const asked = Array.from({ length: tries }, (_, at) =>
      limiters[at % limiters.length]!.take('guess', { memberId: null, address }),
    )
    return (await Promise.all(asked)).filter((wait) => wait === null).length
  }
  const burst = rateLimits.guess.address.burst
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  test('RUN-46 three processes together allow what one does, at once and one after another', async () => {
    // What is counted together is the question here; how long anybody waits is the next one.
    const processes = [
      await startProcess(5_000),
      await startProcess(5_000),
      await startProcess(5_000),
    ]
    const limiters = processes.map(({ limiter }) => limiter)
    // A token comes back each six seconds, and a busy machine may take as long.
    expect(await allowed(limiters, '198.51.100.1', 60)).toBeLessThanOrEqual(burst + 1)
    let more = 0
    for (const limiter of limiters) more += await allowed([limiter], '198.51.100.1', 5)
    expect(more).toBeLessThanOrEqual(1)
    // What one gives back, another one may take; and another address has all of its own.
    limiters[0]!.giveBack('guess', { memberId: null, address: '198.51.100.1' })
    await pause(50)
    expect(await allowed([limiters[1]!], '198.51.100.1', 5)).toBeGreaterThanOrEqual(1)
    expect(await allowed(limiters, '198.51.100.2', 60)).toBeGreaterThanOrEqual(burst)
  })

  test('RUN-46 while Redis hangs or is away each process counts for itself, nobody waits for long, and it is taken up again', async () => {
    const { limiter, warnings } = await startProcess(100)
    const other = await startProcess(100)
    redis.pause()
    const begun = performance.now()
    expect(await allowed([limiter], '198.51.100.3', 40)).toBe(burst)
    // One patience for those that came at once, however many.
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(warnings).toHaveLength(1)
    redis.goOn()
    await pause(1_500)
    // What was counted here while it hung is still counted here.
    expect(await allowed([limiter], '198.51.100.3', 40)).toBeLessThanOrEqual(1)

    await redis.stop()
    expect(await allowed([limiter], '198.51.100.4', 40)).toBe(burst)
    expect(await allowed([other.limiter], '198.51.100.4', 40)).toBe(burst)
    redis = await startRedis(redis.port)
    // Its counts are lost, and it is used again automatically.
    const together = async (): Promise<boolean> => {
      const address = `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
      return (await allowed([limiter, other.limiter], address, 60)) <= burst + 1
    }
    await expect.poll(together, { timeout: 15_000, interval: 500 }).toBe(true)
  })
})
