import { expect, test } from 'vitest'
import { joinEdits } from './join.ts'
import type { Json } from './values.ts'

const one = (name: string, th = name) => ({ name, text: { th, la: name, en: name } })
const join = (base: Json, mine: Json, theirs: Json) => joinEdits({ base, mine, theirs })

test('SCREEN-32 what only one of two has changed is as that one has it, and nothing that was removed comes back', () => {
  const base = [one('a1'), one('b1'), one('c1'), one('d1')]
  const mine = [one('b1'), one('a1', 'mine'), one('c1'), one('new-mine')]
  const theirs = [
    { ...one('a1'), text: { ...one('a1').text, la: 'theirs' } },
    one('b1', 'theirs'),
    one('d1'),
    one('new-theirs'),
  ]
  expect(join(base, mine, theirs)).toEqual({
    value: [
      one('b1', 'theirs'),
      // One language by each of us.
      { name: 'a1', text: { th: 'mine', la: 'theirs', en: 'a1' } },
      one('new-mine'),
      one('new-theirs'),
    ],
    clashes: [],
  })
})

test('SCREEN-32 what both have changed is mine, and is named', () => {
  const base = [one('a1'), one('b1')]
  expect(join(base, [one('a1', 'mine'), one('b1')], [one('a1', 'theirs')])).toEqual({
    value: [one('a1', 'mine')],
    clashes: [{ path: ['a1', 'text', 'th'], mine: 'mine', theirs: 'theirs' }],
  })
  expect(join('1', '2', '3')).toEqual({
    value: '2',
    clashes: [{ path: [], mine: '2', theirs: '3' }],
  })
  // They have removed what I changed: mine stays; I have removed what they changed: it stays away.
  expect(join(base, [one('a1', 'mine'), one('b1')], [one('b1')])).toEqual({
    value: [one('a1', 'mine'), one('b1')],
    clashes: [{ path: ['a1'], mine: one('a1', 'mine'), theirs: undefined }],
  })
  expect(join(base, [one('b1')], [one('a1', 'theirs'), one('b1')])).toEqual({
    value: [one('b1')],
    clashes: [{ path: ['a1'], mine: undefined, theirs: one('a1', 'theirs') }],
  })
})

test.each<[string, Json, Json, Json, Json]>([
  ['words, each another one', ['x', 'y'], ['x1', 'y'], ['x', 'y1'], ['x1', 'y1']],
  [
    'networks, each a new one',
    ['10.0.0.0/8'],
    ['10.0.0.0/8', '1.1.1.1'],
    ['10.0.0.0/8', '2.2.2.2'],
    ['10.0.0.0/8', '1.1.1.1', '2.2.2.2'],
  ],
  [
    'accounts of one number at two banks',
    [
      { bankCode: 'SCB', bankAccountNo: '1', mode: 'AUTO' },
      { bankCode: 'KBANK', bankAccountNo: '1', mode: 'AUTO' },
    ],
    [
      { bankCode: 'SCB', bankAccountNo: '1', mode: 'SMS' },
      { bankCode: 'KBANK', bankAccountNo: '1', mode: 'AUTO' },
    ],
    [
      { bankCode: 'SCB', bankAccountNo: '1', mode: 'AUTO' },
      { bankCode: 'KBANK', bankAccountNo: '1', mode: 'manual' },
    ],
    [
      { bankCode: 'SCB', bankAccountNo: '1', mode: 'SMS' },
      { bankCode: 'KBANK', bankAccountNo: '1', mode: 'manual' },
    ],
  ],
  ['a part that one leaves out', { a: 1, b: 2 }, { a: 1 }, { a: 3, b: 2 }, { a: 3 }],
])('SCREEN-32 joined: %s', (_what, base, mine, theirs, value) => {
  expect(join(base, mine, theirs)).toEqual({ value, clashes: [] })
})

test('SCREEN-32 where nothing says which entries belong together both are named, and mine stays', () => {
  const long = (words: string) => [`${words}${'.'.repeat(100)}`, 'x']
  expect(join(long('base'), [...long('mine'), 'y'], long('theirs'))).toEqual({
    value: [...long('mine'), 'y'],
    clashes: [{ path: [], mine: [...long('mine'), 'y'], theirs: long('theirs') }],
  })
})
