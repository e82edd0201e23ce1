import { describe, expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { hasRedis, startRedis } from '#testing/doubles/redis.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { databaseTime, redisTime, watchClock, type Witness } from './clock-watch.ts'
import { serveHealth } from '../telemetry/health.ts'
import { createMetrics } from '../telemetry/metrics.ts'

const noLog = { error: () => undefined, info: () => undefined }

describe('the clock of a process', () => {
  const database = testDatabase()

  /** A process with its private port, whose clock can be set. */
  const open = async (witnesses: { database?: Witness; redis: Witness | null }) => {
    const own = { aheadMs: 0 }
    const clock = { now: () => new Date(Date.now() + own.aheadMs) }
    const watch = await watchClock(
      { clock, log: noLog },
      { database: databaseTime(database.ownerDb), ...witnesses },
    )
    onTestFinished(() => watch.stop())
    const metrics = createMetrics()
    onTestFinished(() => metrics.registry.clear())
    const health = {
      phase: 'ready' as const,
      parts: { 'the right time': watch.check },
      isClockWrong: watch.isWrong,
    }
    const { port } = await serveHealth({ host: '127.0.0.1', port: 0 }, metrics, health)
    const read = async (path: string) => {
      const { status, text } = await send(`http://127.0.0.1:${port}`, `GET ${path}`)
      return `${status} ${text.trim()}`
    }
    return {
      set: async (aheadMs: number) => {
        own.aheadMs = aheadMs
        await watch.look().catch(() => undefined)
      },
      ready: () => read('/readyz'),
      degraded: () => read('/degraded'),
    }
  }
  const right = '200 ready'
  const wrong = '503 its clock is wrong'
  const without = '503 without the right time'

  test.skipIf(!hasRedis)(
    'RUN-79 a process whose clock differs from the database and Redis is not ready until it agrees with them',
    async () => {
      const redis = await startRedis()
      onTestFinished(() => redis.stop())
      const process = await open({ redis: redisTime(redis.url) })
      for (const aheadMs of [10 * minuteMs, -10 * minuteMs, 2 * minuteMs]) {
        await process.set(aheadMs)
        expect(await process.ready()).toBe(wrong)
        expect(await process.degraded()).toBe(without)
        await process.set(0)
        expect(await process.ready()).toBe(right)
        expect(await process.degraded()).toBe('200 no')
      }
      await process.set(minuteMs / 2)
      expect(await process.ready()).toBe(right)
    },
  )

  test('RUN-79 without Redis, or where only the database differs, it stays ready and says what it lacks', async () => {
    const alone = await open({ redis: null })
    await alone.set(10 * minuteMs)
    expect([await alone.ready(), await alone.degraded()]).toEqual([right, without])

    const odd = async () => new Date(Date.now() + 10 * minuteMs)
    const beside = await open({ database: odd, redis: async () => new Date() })
    expect([await beside.ready(), await beside.degraded()]).toEqual([right, without])

    // Three clocks that all differ: it is unknown which one is right.
    const third = await open({
      database: odd,
      redis: async () => new Date(Date.now() - 10 * minuteMs),
    })
    expect(await third.ready()).toBe(right)
  })

  test('RUN-79 a machine that does not answer leaves what was last known', async () => {
    let answers = true
    const redis: Witness = async () => {
      if (!answers) throw new Error('away')
      return new Date()
    }
    const process = await open({ redis })
    answers = false
    await process.set(10 * minuteMs)
    expect(await process.ready()).toBe(right)
    answers = true
    await process.set(10 * minuteMs)
    answers = false
    await process.set(0)
    expect(await process.ready()).toBe(wrong)
    answers = true
    await process.set(0)
    expect(await process.ready()).toBe(right)
  })
})
