import { expect, test } from 'vitest'
import { describeSample, listLeftOut, longTags, seedOfCommit } from './settings.ts'

test('four seeds that follow one another draw each tag of long tests once', () => {
  const drawn = ['7', '8', '9', '10'].map((seed) =>
    longTags.filter((tag) => !listLeftOut(seed).includes(tag)),
  )
  expect(drawn.flat().toSorted()).toEqual([...longTags])
  expect(drawn.map(({ length }) => length)).toEqual([1, 1, 1, 1])
})

test('the same commit draws the same sample', () => {
  expect(seedOfCommit()).toMatch(/^\d{1,6}$/)
  expect(seedOfCommit()).toBe(seedOfCommit())
})

test('a run says what it leaves out, and how to draw the same again', () => {
  const leftOut = listLeftOut('4')
  expect(describeSample({ seed: '4', leftOut })).toContain(
    'without the tests of long-2, long-3, long-4; KAPAO_SEED=4',
  )
  expect(describeSample({ seed: '4', leftOut: [] })).not.toContain('without')
  expect(describeSample(null)).toBe('every case of every table')
})
