import { expect, test } from 'vitest'
import { pace, takeTurns } from './turns.ts'

test('so many run at once, the others in their order, and one that fails gives its place on', async () => {
  const inTurn = takeTurns(2)
  const begun: number[] = []
  const ends: ((fails: boolean) => void)[] = []
  const works = [0, 1, 2, 3].map((at) =>
    inTurn(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(at)
          ends[at] = (fails) => (fails ? reject(new Error('no')) : resolve(at))
        }),
    ),
  )
  const settled = Promise.allSettled(works)
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[1]!(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(begun).toEqual([0, 1, 2])
  ends[0]!(false)
  ends[2]!(false)
  await new Promise((resolve) => setTimeout(resolve))
  expect(begun).toEqual([0, 1, 2, 3])
  ends[3]!(false)
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('many at once are done a few in each turn of the loop, in their order, and more may come meanwhile', async () => {
  const inSmallSteps = pace(3)
  const done: number[] = []
  const turns: number[] = []
  for (let at = 0; at < 7; at += 1)
    inSmallSteps(() => {
      done.push(at)
      if (at === 4) inSmallSteps(() => done.push(7))
    })
  expect(done).toEqual([])
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(done.length)
  }
  expect(turns).toEqual([3, 6, 8, 8, 8])
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  inSmallSteps(() => done.push(8))
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toHaveLength(9)
})
