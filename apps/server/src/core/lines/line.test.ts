import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLine, NoTurn, type LineLimits } from './line.ts'

const usual: LineLimits = { atOnceMax: 2, waitingMax: 4, waitMs: 1_000 }

/** Work that ends when the test says so, and the order in which it began. */
function workbench(limits: Partial<LineLimits> = {}) {
  const line = createLine({ ...usual, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, waitMs?: number) => {
    const [owner] = name.split(' ')
    const work = () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    }
    return line
      .run(owner!, work, waitMs === undefined ? {} : { waitMs })
      .catch((error: unknown) => {
        if (error instanceof NoTurn) return error.why
        throw error
      })
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)!()
    await sleep(0)
  }
  return { line, begun, start, end }
}

describe('a queue', () => {
  it('runs a limited number at once and the others in order', async () => {
    const { begun, start, end, line } = workbench()
    for (const name of ['a 1', 'a 2', 'a 3', 'a 4']) void start(name)
    expect(begun).toEqual(['a 1', 'a 2'])
    expect([line.working, line.waiting]).toEqual([2, 2])
    await end('a 1')
    await end('a 2')
    expect(begun).toEqual(['a 1', 'a 2', 'a 3', 'a 4'])
    await end('a 3')
    await end('a 4')
    expect([line.working, line.waiting]).toEqual([0, 0])
  })

  it('serves owners in rotation, however many one of them has waiting', async () => {
    const { begun, start, end } = workbench({ atOnceMax: 1, waitingMax: 10 })
    for (const name of ['a 1', 'a 2', 'a 3', 'a 4', 'b 1', 'c 1', 'b 2']) void start(name)
    for (const name of ['a 1', 'a 2', 'b 1', 'c 1', 'a 3', 'b 2']) await end(name)
    expect(begun).toEqual(['a 1', 'a 2', 'b 1', 'c 1', 'a 3', 'b 2', 'a 4'])
  })

  it('keeps one owner from taking all slots', async () => {
    const { begun, start, end } = workbench({ atOnceMax: 3, ownerAtOnceMax: 1 })
    for (const name of ['a 1', 'a 2', 'a 3', 'b 1']) void start(name)
    expect(begun).toEqual(['a 1', 'b 1'])
    await end('a 1')
    expect(begun).toEqual(['a 1', 'b 1', 'a 2'])
  })

  it('refuses a caller without a slot in time, without beginning the work, and keeps the others', async () => {
    const { begun, start, end } = workbench({ atOnceMax: 1 })
    void start('a 1')
    const late = start('b 1', 20)
    const patient = start('c 1')
    expect(await late).toBe('late')
    await end('a 1')
    await end('c 1')
    expect(await patient).toBe('c 1')
    expect(begun).toEqual(['a 1', 'c 1'])
  })

  it('when full, displaces the last of the owner with the most waiting', async () => {
    const { begun, start, end } = workbench({ atOnceMax: 1 })
    void start('a 1')
    const [, , third, fourth] = ['a 2', 'a 3', 'a 4', 'a 5'].map((name) => start(name))
    void start('b 1')
    expect(await fourth).toBe('full')
    void start('b 2')
    expect(await third).toBe('full')
    // Both have two waiting now, so displacing one would gain nothing.
    expect(await start('b 3')).toBe('full')
    for (const name of ['a 1', 'a 2', 'b 1', 'a 3']) await end(name)
    expect(begun).toEqual(['a 1', 'a 2', 'b 1', 'a 3', 'b 2'])
  })

  it('serves the newest first when so configured, and drops the one that has waited longest', async () => {
    const { begun, start, end } = workbench({ atOnceMax: 1, waitingMax: 3, newestFirst: true })
    void start('a 1')
    const [oldest] = ['b 1', 'c 1', 'd 1'].map((name) => start(name))
    void start('e 1')
    expect(await oldest).toBe('full')
    for (const name of ['a 1', 'e 1', 'd 1', 'c 1']) await end(name)
    expect(begun).toEqual(['a 1', 'e 1', 'd 1', 'c 1'])
  })

  it('refuses an owner who has the maximum waiting', async () => {
    const { start } = workbench({ atOnceMax: 1, ownerWaitingMax: 1 })
    void start('a 1')
    void start('a 2')
    expect(await start('a 3')).toBe('full')
    expect(await start('b 1', 10)).toBe('late')
  })

  it('RUN-83 distinguishes who is refused behind a flood of their own from who is refused for the sake of others', async () => {
    const line = createLine({ atOnceMax: 1, waitingMax: 6, waitMs: 100, floodFrom: 3 })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const run = (owner: string) =>
      line.run(owner, () => ended).catch(({ why, isOwnFlood }: NoTurn) => `${why} ${isOwnFlood}`)
    const working = run('a')
    const flood = Array.from({ length: 6 }, () => run('a'))
    // The queue is full: an owner with fewer takes the last place of the flood.
    const others = [run('b'), run('c'), run('b')]
    expect(await Promise.all(flood.slice(3))).toEqual(['full true', 'full true', 'full true'])
    expect(await run('a')).toBe('full true')
    // Three of a wait, two of b, one of c: d takes a place of the flood, and e of a queue that is everybody's.
    others.push(run('d'), run('e'))
    expect(await Promise.all(flood.slice(1, 3))).toEqual(['full false', 'full true'])
    expect(await Promise.all([flood[0], ...others])).toEqual(
      Array.from({ length: 6 }, () => 'late false'),
    )
    const again = Array.from({ length: 4 }, () => run('a'))
    expect(await Promise.all(again)).toEqual([
      'late false',
      'late false',
      'late false',
      'late true',
    ])
    end()
    await working
  })

  it('reports the time waited, and refuses a slot that comes too late after the process was suspended', async () => {
    const line = createLine({ ...usual, atOnceMax: 1 })
    const waited: number[] = []
    const note = async (ms: number) => void waited.push(ms)
    const first = line.run('a', async (ms) => {
      await note(ms)
      await sleep(60)
    })
    await Promise.all([first, line.run('b', note), line.run('c', note)])
    expect(waited[0]).toBe(0)
    for (const ms of waited.slice(1)) expect(ms).toBeGreaterThan(50)

    const before = line.run('a', async () => {
      const until = performance.now() + 60
      await sleep(0)
      while (performance.now() < until);
    })
    const frozen = line.run('b', note, { waitMs: 20 }).catch((error: NoTurn) => error.why)
    await before
    expect(await frozen).toBe('late')
    expect(waited).toHaveLength(3)
  })

  it('refuses all waiting callers on request, but neither running nor later ones', async () => {
    const { line, start, end } = workbench({ atOnceMax: 1 })
    const working = start('a 1')
    const waiting = ['a 2', 'b 1', 'c 1'].map((name) => start(name))
    line.refuseWaiting()
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed', 'closed'])
    expect([line.working, line.waiting]).toEqual([1, 0])
    const later = start('b 2')
    await end('a 1')
    await end('b 2')
    expect([await working, await later]).toEqual(['a 1', 'b 2'])
  })

  it('passes the slot on when the work fails', async () => {
    const line = createLine({ ...usual, atOnceMax: 1 })
    const failed = line.run('a', () => Promise.reject(new Error('broken')))
    const next = line.run('b', async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })

  it('serves an earlier rank first, and reserves slots from later ranks', async () => {
    const { line } = workbench({ atOnceMax: 2, waitingMax: 2, rankAtOnceMax: [2, 1, 1] })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const start = (name: string, rank: number) =>
      line
        .run(
          name,
          () => {
            begun.push(name)
            return new Promise<void>((resolve) => ends.push(resolve))
          },
          { rank },
        )
        .catch((error: NoTurn) => error.why)
    void start('last 1', 2)
    void start('next 1', 1)
    void start('last 2', 2)
    expect(begun).toEqual(['last 1'])
    void start('first 1', 0)
    expect(begun).toEqual(['last 1', 'first 1'])
    void start('first 2', 0)
    void start('last 3', 2)
    // Each rank has its own queue: the last one's is full, and the first can still wait in its own.
    expect(await start('last 4', 2)).toBe('full')
    void start('first 3', 0)
    for (const end of ends.splice(0, 1)) end()
    await sleep(0)
    expect(begun.slice(2)).toEqual(['first 2'])
    for (let left = 5; left > 0; left -= 1) {
      ends.shift()!()
      await sleep(0)
    }
    expect(begun.slice(3)).toEqual(['first 3', 'next 1', 'last 2', 'last 3'])
  })

  it('begins everything that one end makes room for', async () => {
    const line = createLine({ ...usual, atOnceMax: 3, ownerAtOnceMax: 1, rankAtOnceMax: [3, 1] })
    const ends: (() => void)[] = []
    const work = () => new Promise<void>((resolve) => ends.push(resolve))
    void line.run('a', work, { rank: 1 })
    void line.run('a', work)
    void line.run('b', work, { rank: 1 })
    expect([line.working, line.waiting]).toEqual([1, 2])
    ends[0]!()
    await sleep(0)
    expect([line.working, line.waiting]).toEqual([2, 0])
  })

  it('never lets a caller overtake, and every one of many at once works once or is refused', async () => {
    const line = createLine({ atOnceMax: 5, ownerAtOnceMax: 2, waitingMax: 60, waitMs: 5_000 })
    let working = 0
    let most = 0
    let done = 0
    const work = async () => {
      working += 1
      most = Math.max(most, working)
      await sleep(Math.random() * 3)
      working -= 1
      done += 1
    }
    const all = Array.from({ length: 200 }, (_, n) => line.run(`owner ${n % 7}`, work))
    const settled = await Promise.allSettled(all)
    const refused = settled.filter(({ status }) => status === 'rejected').length
    expect(most).toBe(5)
    expect(done + refused).toBe(200)
    expect(done).toBe(65)
    expect([line.working, line.waiting]).toEqual([0, 0])
  })
})
