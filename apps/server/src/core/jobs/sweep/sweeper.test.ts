import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Due, OpenWork, DueQuery } from './open-work.ts'
import { openSweeper, type SweepLimits } from './sweeper.ts'

let now = new Date('2026-11-21T03:00:00Z')
const clock = { now: () => now }
const limits: SweepLimits = { roundMs: 5_000, relistMs: 20, listedEach: 100 }

type Row = Due & { dueAt: number }

/** Rows like those of a table: listed while due, longest first, a limited number of each party. */
function bench(rows: Row[], finish: (row: Row) => Promise<void>, given: Partial<OpenWork> = {}) {
  const begun: string[] = []
  const logged: unknown[] = []
  let working = 0
  const most = { all: 0, each: new Map<string, number>() }
  const workingOf = new Map<string, number>()
  const work: OpenWork = {
    name: 'numbers',
    job: 'numbers.sweep',
    everyMs: 1_000,
    atOnceEach: 4,
    findDue: async ({ each, except }: DueQuery) => {
      const counts = new Map<string, number>()
      return rows
        .filter(({ id, dueAt }) => dueAt <= now.getTime() && !except.includes(id))
        .toSorted((one, other) => one.dueAt - other.dueAt)
        .filter(({ party }) => {
          counts.set(party, (counts.get(party) ?? 0) + 1)
          return counts.get(party)! <= each
        })
    },
    countDue: async () => ({ count: rows.length, oldest: null }),
    finish: async ({ id, party }) => {
      begun.push(id)
      working += 1
      workingOf.set(party, (workingOf.get(party) ?? 0) + 1)
      most.all = Math.max(most.all, working)
      most.each.set(party, Math.max(most.each.get(party) ?? 0, workingOf.get(party)!))
      try {
        await finish(rows.find((row) => row.id === id)!)
      } finally {
        working -= 1
        workingOf.set(party, workingOf.get(party)! - 1)
      }
    },
    ...given,
  }
  const log = { error: (about: unknown) => void logged.push(about) }
  const open = (own: Partial<SweepLimits> = {}) =>
    openSweeper({ clock, log }, work, { ...limits, ...own })
  return { begun, most, logged, open }
}

const rowsOf = (party: string, count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${party} ${n}`, party, dueAt: n }))

/** Acts like a claim: the row is not due for a while. */
const claim = async (row: Row): Promise<void> => void (row.dueAt = now.getTime() + 60_000)

/** A party that answers when the test says so. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: () => promise, open: resolve }
}

describe('a round', () => {
  test('I37 finishes every one once, longest due first, however many there are', async () => {
    const { begun, open } = bench(rowsOf('a', 730), claim)
    await open().sweep()
    expect(begun).toEqual(rowsOf('a', 730).map(({ id }) => id))
  })

  test('RUN-10 six hundred at a party that does not answer fill its slots, and delay no other party', async () => {
    const slow = gate()
    const rows = [...rowsOf('slow', 600), { id: 'last', party: 'quick', dueAt: 9_999 }]
    const { begun, most, open } = bench(rows, async (row) => {
      await claim(row)
      if (row.party === 'slow') await slow.wait()
    })
    const sweeper = open()
    const round = sweeper.sweep()
    await expect.poll(() => begun).toEqual(['slow 0', 'slow 1', 'slow 2', 'slow 3', 'last'])
    // Becomes due only while the round is running.
    rows.push({ id: 'newcomer', party: 'quick', dueAt: 0 })
    await expect.poll(() => begun.at(-1)).toBe('newcomer')
    slow.open()
    await round
    expect([begun.length, most.each.get('slow')]).toEqual([602, 4])
  })

  test('RUN-10 ends in time while hanging work is still under way, and the next round leaves its slots to it', async () => {
    const slow = gate()
    const rows = [...rowsOf('slow', 9), ...rowsOf('quick', 2)]
    const { begun, open, logged } = bench(rows, async (row) => {
      await claim(row)
      if (row.party !== 'slow') return
      await slow.wait()
      if (row.id === 'slow 0') throw new Error('they never answered')
    })
    const sweeper = open({ roundMs: 100 })
    await sweeper.sweep()
    expect(begun).toHaveLength(6)
    rows.push({ id: 'later', party: 'quick', dueAt: 0 })
    await sweeper.sweep()
    expect(begun.slice(6)).toEqual(['later'])
    slow.open()
    // It failed after its round had reported.
    await expect.poll(() => logged).toHaveLength(1)
    await sweeper.sweep()
    expect(begun.slice(7)).toEqual(['slow 4', 'slow 5', 'slow 6', 'slow 7', 'slow 8'])
  })

  test('bounds the work under way for one process, and serves every party', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => rowsOf(`party ${n}`, 5)).flat()
    const { begun, most, open } = bench(rows, async (row) => {
      await claim(row)
      await sleep(2)
    })
    await open().sweep()
    expect([begun.length, most.all]).toEqual([200, 64])
  })
})

describe('a failure', () => {
  test('is reported with its kind and reason; the rest are finished', async () => {
    const wrong = new Error('the provider did not answer')
    const { begun, open } = bench(rowsOf('a', 3), async (row) => {
      await claim(row)
      if (row.id === 'a 1') throw wrong
    })
    await expect(open().sweep()).rejects.toMatchObject({
      message: 'some of numbers could not be finished: 1',
      errors: [{ message: 'one of numbers could not be finished: a 1', cause: wrong }],
    })
    expect(begun).toHaveLength(3)
  })

  test('a source that cannot be read fails the round with its own error', async () => {
    const wrong = new Error('no such column')
    const { open } = bench([], claim, { findDue: () => Promise.reject(wrong) })
    await expect(open().sweep()).rejects.toMatchObject({ errors: [wrong] })
  })

  test('RUN-10 250 250 that always fail before they are claimed do not block a younger one', async () => {
    const rows = [...rowsOf('a', 250), { id: 'younger', party: 'a', dueAt: 251 }]
    const { begun, open } = bench(rows, async (row) => {
      if (row.id !== 'younger') throw new Error('cannot be claimed')
      row.dueAt = Number.POSITIVE_INFINITY
    })
    const sweeper = open({ roundMs: 60, relistMs: 10 })
    for (let round = 0; round < 3 && !begun.includes('younger'); round += 1)
      await sweeper.sweep().catch(() => undefined)
    expect(begun).toContain('younger')
    // Each was tried once, and again only after its pause, which grows.
    const tried = begun.length
    await sweeper.sweep()
    expect(begun).toHaveLength(tried)
    const again = async (ms: number) => {
      now = new Date(now.getTime() + ms)
      const before = begun.length
      await sweeper.sweep().catch(() => undefined)
      return begun.length - before
    }
    expect(await again(5_001)).toBe(250)
    expect(await again(5_001)).toBe(0)
    expect(await again(5_001)).toBe(250)
    for (let turn = 0; turn < 12; turn += 1) await again(600_001)
    expect(await again(600_001)).toBe(250)
  })

  test('a database that is down ends the round and holds nothing back', async () => {
    const rows = rowsOf('a', 50)
    let isAway = true
    const { begun, open } = bench(rows, async (row) => {
      if (isAway) throw Object.assign(new Error('shutting down'), { code: 'ECONNREFUSED' })
      await claim(row)
    })
    const sweeper = open()
    await expect(sweeper.sweep()).rejects.toThrow('could not be finished')
    expect(begun.length).toBeLessThanOrEqual(4)
    isAway = false
    await sweeper.sweep()
    expect(new Set(begun).size).toBe(50)
  })
})

test('a stopping process begins nothing more, and waits for the work under way', async () => {
  const slow = gate()
  const { begun, open } = bench(rowsOf('a', 20), async (row) => {
    await claim(row)
    await slow.wait()
  })
  const sweeper = open()
  const round = sweeper.sweep()
  await expect.poll(() => begun).toHaveLength(4)
  let isStopped = false
  const stopped = sweeper.stop().then(() => (isStopped = true))
  await round
  expect([isStopped, begun.length]).toEqual([false, 4])
  slow.open()
  await stopped
  await sweeper.sweep()
  expect(begun).toHaveLength(4)
})
