import { expect, test } from 'vitest'
import { spansOf } from './split-bar.tsx'

test('parts follow one another, fill the bar and stay visible', () => {
  const spans = spansOf([1_000_000, 1, 0, 500_000])
  const last = spans.at(-1)!
  expect(spans[0]!.x).toBe(0)
  expect(last.x + last.length).toBeCloseTo(1000)
  expect(spans[1]!.length).toBeGreaterThan(11)
  expect(spans[2]!.length).toBe(0)
  for (const [place, span] of spans.slice(1).entries())
    expect(span.x).toBeGreaterThanOrEqual(spans[place]!.x + spans[place]!.length)
})

test('a bar of nothing has no visible parts', () => {
  expect(spansOf([0, 0]).every(({ length }) => length === 0)).toBe(true)
  expect(spansOf([-5, 5])[0]!.length).toBe(0)
})
