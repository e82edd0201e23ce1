import { describe, expect, test } from 'vitest'
import { paceCrowd, type Pace } from './turns.ts'

const limits: Pace = { turnMsMax: 10, perTurnMax: 8, perTurnMin: 2, waitingMax: 1_000 }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A crowd whose turns take the given times, and how many of it were served in each. */
async function follow(turnMs: number[], crowd: number): Promise<number[]> {
  let nowMs = 0
  let done = 0
  const paced = paceCrowd({ ...limits, readMs: () => nowMs })
  for (let at = 0; at < crowd; at += 1) paced.run(() => (done += 1))
  const served: number[] = []
  for (const ms of turnMs) {
    const before = done
    await turn()
    served.push(done - before)
    nowMs += ms
  }
  return served
}

describe('a crowd', () => {
  test('is served in order, a few in each turn of the event loop, and more may arrive meanwhile', async () => {
    const done: number[] = []
    const { run } = paceCrowd({ ...limits, perTurnMin: 3, perTurnMax: 3 })
    for (let at = 0; at < 7; at += 1)
      run(() => {
        done.push(at)
        if (at === 4) run(() => done.push(7))
      })
    expect(done).toEqual([])
    const turns: number[] = []
    for (let at = 0; at < 5; at += 1) {
      await turn()
      turns.push(done.length)
    }
    expect(turns).toEqual([3, 6, 8, 8, 8])
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    run(() => done.push(8))
    await turn()
    expect(done).toHaveLength(9)
  })

  test('is served faster while the turns stay short, up to a limit', async () => {
    expect(await follow([1, 1, 1, 1, 1, 1, 1, 1], 100)).toEqual([2, 3, 4, 5, 6, 7, 8, 8])
  })

  test('slows down when turns grow long for any reason, and still finishes', async () => {
    expect(await follow([1, 1, 1, 1, 50, 50, 50, 1, 1], 100)).toEqual([2, 3, 4, 5, 6, 3, 2, 2, 3])
  })

  test('that forms again is not judged by the time in between', async () => {
    let nowMs = 0
    let done = 0
    const { run } = paceCrowd({ ...limits, readMs: () => nowMs })
    const come = (): void => {
      for (let at = 0; at < 20; at += 1) run(() => (done += 1))
    }
    come()
    while (done < 20) await turn()
    nowMs += 60_000
    done = 0
    come()
    await turn()
    expect(done).toBeGreaterThan(limits.perTurnMin)
  })

  test('that is too large is refused, and a caller that comes when there is room waits', async () => {
    const { run, isFull } = paceCrowd({ ...limits, waitingMax: 3 })
    const nothing = () => undefined
    expect([1, 2, 3, 4].map(() => run(nothing))).toEqual([true, true, true, false])
    expect(isFull()).toBe(true)
    await turn()
    expect([isFull(), run(nothing)]).toEqual([false, true])
  })
})
