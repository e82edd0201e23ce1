import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines, type MovementEntry } from './reconcile.ts'

const line = (reference: string, amount: bigint): MovementEntry => ({ reference, amount })

test('equal lists in any order have no difference', () => {
  const lines = [line('a', 1n), line('b', 2n), line('c', 3n)]
  expect(compareLines(lines, lines.toReversed())).toEqual([])
  expect(compareLines([], [])).toEqual([])
})

test('F18 classifies every difference', () => {
  const ours = [
    line('both', 5n),
    line('ours', 7n),
    line('amount', 10n),
    line('twice', 1n),
    line('twice', 1n),
  ]
  const theirs = [line('both', 5n), line('theirs', 8n), line('amount', 11n), line('twice', 1n)]
  expect(compareLines(ours, theirs)).toEqual([
    { kind: 'extra', reference: 'ours', ours: 7n },
    { kind: 'amount', reference: 'amount', ours: 10n, theirs: 11n },
    { kind: 'duplicate', reference: 'twice', side: 'ours', times: 2 },
    { kind: 'missing', reference: 'theirs', theirs: 8n },
  ])
})

test('F17 a drift of one smallest unit is a difference', () => {
  expect(compareLines([line('a', 100n)], [line('a', 101n)])).toHaveLength(1)
})

test('a line that the other side lists twice is reported, along with any difference of amount', () => {
  expect(compareLines([line('a', 1n)], [line('a', 2n), line('a', 2n)])).toEqual([
    { kind: 'duplicate', reference: 'a', side: 'theirs', times: 2 },
    { kind: 'amount', reference: 'a', ours: 1n, theirs: 2n },
  ])
})

test('F18 no line is skipped: the differences are exactly the changes made', () => {
  const lines = fc.uniqueArray(fc.record({ reference: fc.string(), amount: fc.bigInt() }), {
    selector: (one) => one.reference,
  })
  fc.assert(
    fc.property(lines, fc.infiniteStream(fc.nat(3)), (ours, changes) => {
      const kinds = ours.map(
        (_, at) => ['equal', 'extra', 'amount', 'duplicate'][changes.next().value!]! + at,
      )
      const theirs = ours.flatMap((one, at) => {
        const kind = kinds[at]!.replace(/\d+$/, '')
        if (kind === 'extra') return []
        if (kind === 'amount') return [{ ...one, amount: one.amount + 1n }]
        return kind === 'duplicate' ? [one, one] : [one]
      })
      const expected = ours.flatMap((one, at) => {
        const kind = kinds[at]!.replace(/\d+$/, '')
        return kind === 'equal' ? [] : [`${kind} ${one.reference}`]
      })
      expect(compareLines(ours, theirs).map((one) => `${one.kind} ${one.reference}`)).toEqual(
        expected,
      )
    }),
  )
})
