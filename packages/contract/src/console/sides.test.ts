import type { Fact } from './work.ts'
import { expect, test } from 'vitest'
import { sidesOf } from './sides.ts'

const text = (name: Fact['name'], words: string): Fact => ({
  name,
  value: { form: 'text', text: words },
})

test('DESK-75 each fact stands beside its own, and what changes, comes or goes is marked', () => {
  const before = [text('bank', 'KBANK'), text('account', '1'), text('note', 'old')]
  const after = [text('bank', 'KBANK'), text('account', '2'), text('words', 'new')]
  const sides = sidesOf(before, after).map(({ name, isChanged }) => `${name} ${isChanged}`)
  expect(sides).toEqual(['bank false', 'account true', 'note true', 'words true'])
})

test('DESK-75 several facts of one name are compared by their place', () => {
  const sides = sidesOf(
    [text('checks', 'a'), text('checks', 'b')],
    [text('checks', 'a'), text('checks', 'c')],
  )
  expect(sides.map(({ isChanged }) => isChanged)).toEqual([false, true])
})
