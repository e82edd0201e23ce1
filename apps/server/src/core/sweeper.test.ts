import { describe, expect, test } from 'vitest'
import { sweep, type OpenWork } from './sweeper.ts'

const now = new Date('2026-11-21T03:00:00Z')
const clock = { now: () => now }

function sourceOf(due: number[], finish: (one: number) => Promise<void>): OpenWork<never> {
  const source: OpenWork<number> = { name: 'numbers', findDue: async () => [...due], finish }
  return source as never
}

describe('sweep', () => {
  test('asks for what has been open for more than thirty seconds, a limited number', async () => {
    const asked: unknown[] = []
    const source: OpenWork<never> = {
      name: 'asked',
      findDue: async (before, limit) => {
        asked.push(before, limit)
        return []
      },
      finish: async () => undefined,
    }
    expect(await sweep({ clock }, [source])).toEqual([{ name: 'asked', finished: 0, failed: [] }])
    expect(asked).toEqual([new Date('2026-11-21T02:59:30Z'), 200])
  })

  test('I37 finishes every one once, in order, at most four at a time', async () => {
    const begun: number[] = []
    let inFlight = 0
    let most = 0
    const due = Array.from({ length: 30 }, (_, n) => n)
    const [swept] = await sweep({ clock }, [
      sourceOf(due, async (one) => {
        begun.push(one)
        most = Math.max(most, (inFlight += 1))
        await new Promise((resolve) => setTimeout(resolve, 1))
        inFlight -= 1
      }),
    ])
    expect(swept).toEqual({ name: 'numbers', finished: 30, failed: [] })
    expect(begun).toEqual(due)
    expect(most).toBe(4)
  })

  test('one that fails is told of, and the rest are finished', async () => {
    const wrong = new Error('the provider did not answer')
    const [swept] = await sweep({ clock }, [
      sourceOf([1, 2, 3], async (one) => {
        if (one === 2) throw wrong
      }),
    ])
    expect(swept).toEqual({ name: 'numbers', finished: 2, failed: [wrong] })
  })

  test('a source that cannot be asked keeps no other from being finished', async () => {
    const wrong = new Error('the database is away')
    const broken = { name: 'broken', findDue: () => Promise.reject(wrong), finish: async () => {} }
    expect(await sweep({ clock }, [broken, sourceOf([1], async () => undefined)])).toEqual([
      { name: 'broken', finished: 0, failed: [wrong] },
      { name: 'numbers', finished: 1, failed: [] },
    ])
  })
})
