import { expect, test } from 'vitest'
import { joinRuns } from './joined-runs.ts'

/** Work that reports what was there when it began, and ends when it is released. */
function openWork() {
  const ends: (() => void)[] = []
  const state = { there: 0, runs: 0 }
  const ask = joinRuns(async () => {
    state.runs += 1
    const { there } = state
    await new Promise<void>((resolve) => ends.push(resolve))
    if (there < 0) throw new Error('it failed')
    return there
  })
  const endOne = async (): Promise<void> => {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()!()
  }
  return { state, ask, endOne }
}

test('DESK-164 a dozen who ask while a run is under way share the next one, which sees what had come before they asked', async () => {
  const { state, ask, endOne } = openWork()
  const first = ask()
  await expect.poll(() => state.runs).toBe(1)
  state.there = 7
  const others = Array.from({ length: 12 }, () => ask())
  await endOne()
  expect(await first).toBe(0)
  await endOne()
  expect(await Promise.all(others)).toEqual(Array.from({ length: 12 }, () => 7))
  expect(state.runs).toBe(2)
})

test('DESK-164 a run that fails fails for those who shared it, and the next one begins anew', async () => {
  const { state, ask, endOne } = openWork()
  state.there = -1
  const [one, other] = [ask(), ask()]
  const failed = Promise.allSettled([one, other])
  await endOne()
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  state.there = 3
  const later = ask()
  await endOne()
  expect(await later).toBe(3)
})
