import { expect, test } from 'vitest'
import { createFairTurns } from './turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Every piece of work takes a millisecond of its own clock. */
function startTurns(turnMsMax: number) {
  let nowMs = 0
  const done: string[] = []
  const turns = createFairTurns(turnMsMax, () => nowMs)
  const run = (owner: string): void =>
    turns.run(owner, () => {
      nowMs += 1
      done.push(owner)
    })
  return { done, run }
}

test('an idle server begins work at once', async () => {
  const { done, run } = startTurns(4)
  run('one')
  expect(done).toEqual(['one'])
  await turn()
  run('other')
  expect(done).toEqual(['one', 'other'])
})

test('RUN-01 RUN-06 a thousand requests of one network delay another network by one turn, not by a thousand', async () => {
  const { done, run } = startTurns(4)
  for (let n = 0; n < 1_000; n += 1) run('flood')
  expect(done).toHaveLength(4)
  run('victim')
  await turn()
  expect(done.indexOf('victim')).toBeLessThanOrEqual(6)
  for (let n = 0; n < 400 && done.length < 1_001; n += 1) await turn()
  expect(done).toHaveLength(1_001)
})

test('a turn begins at least one, however long each takes', async () => {
  const { done, run } = startTurns(0)
  for (let n = 0; n < 3; n += 1) run('slow')
  for (let n = 0; n < 6; n += 1) await turn()
  expect(done).toHaveLength(3)
})
