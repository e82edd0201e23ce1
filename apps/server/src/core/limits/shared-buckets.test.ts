import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { hasRedis, startRedis, type TestRedis } from '#testing/doubles/redis.ts'
import { createRateLimiter, rateLimits, type RateLimiter } from './rate-limit.ts'
import { openRedisBuckets } from './shared-buckets.ts'

// The project's machines have a Redis; elsewhere the report counts these tests as skipped.
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
    const isUp = () =>
      buckets
        .ask()
        .then(() => true)
        .catch(() => false)
    await expect.poll(isUp, { timeout: 10_000 }).toBe(true)
    return { limiter: createRateLimiter(systemClock, 1, buckets), warnings }
  }
  const allowed = async (limiters: readonly RateLimiter[], address: string, tries: number) => {
    const calls = Array.from({ length: tries }, (_, at) =>
      limiters[at % limiters.length]!.take('guess', { memberId: null, address }),
    )
    return (await Promise.all(calls)).filter((wait) => wait === null).length
  }
  const burst = rateLimits.guess.address.burst
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  test('RUN-46 three processes together allow as much as one, concurrently and in sequence', async () => {
    // Patience is long here, so that only the count decides; the next test is about waiting.
    const processes = [
      await startProcess(5_000),
      await startProcess(5_000),
      await startProcess(5_000),
    ]
    const limiters = processes.map(({ limiter }) => limiter)
    // One token refills every six seconds, and a busy machine may take as long.
    expect(await allowed(limiters, '198.51.100.1', 60)).toBeLessThanOrEqual(burst + 1)
    let more = 0
    for (const limiter of limiters) more += await allowed([limiter], '198.51.100.1', 5)
    expect(more).toBeLessThanOrEqual(1)
    // A token that one process returns, another may take, if its own count allows it; another address has its own bucket.
    const { limiter: unused } = await startProcess(5_000)
    limiters[0]!.giveBack('guess', { memberId: null, address: '198.51.100.1' })
    await expect.poll(() => allowed([unused], '198.51.100.1', 1), { timeout: 2_000 }).toBe(1)
    expect(await allowed(limiters, '198.51.100.2', 60)).toBeGreaterThanOrEqual(burst)
  })

  test(
    'RUN-46 while Redis hangs or is down each process counts for itself, calls wait briefly, and later Redis is used again',
    { tags: 'long-4' },
    async () => {
      const { limiter, warnings } = await startProcess(100)
      const other = await startProcess(100)
      redis.pause()
      const begun = performance.now()
      expect(await allowed([limiter], '198.51.100.3', 40)).toBe(burst)
      // Calls that come at once share one timeout, however many they are.
      expect(performance.now() - begun).toBeLessThan(2_000)
      expect(warnings).toHaveLength(1)
      redis.goOn()
      // When it asks Redis again cannot be seen from outside, and its own count, kept while Redis hung, still holds then.
      await pause(1_500)
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
    },
  )
})
