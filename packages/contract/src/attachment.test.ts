import { expect, test } from 'vitest'
import { acceptedTypes, findUnfit, isVideo } from './attachment.ts'

const mb = 1024 * 1024
const file = (name: string, type: string, size = 1) => ({ name, type, size })

test('CHAT-27 the chooser offers the types of the product and no other', () => {
  expect(acceptedTypes.split(',').toSorted()).toEqual([
    'image/gif',
    'image/jpeg',
    'image/jpg',
    'image/png',
    'video/mp4',
    'video/quicktime',
  ])
})

test('a file is shown as a video by its type', () => {
  expect(['video/mp4', 'video/quicktime', 'image/gif', ''].map(isVideo)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['a.png', 'image/png', null],
  ['a.b.mov', 'video/quicktime', null],
  ['.hidden.png', 'image/png', null],
  ['.png', 'image/png', 'unsupported'],
  ['photo', 'image/jpeg', 'unsupported'],
  ['', 'image/png', 'unsupported'],
  ['a.pdf', 'application/pdf', 'unsupported'],
  ['a.svg', 'image/svg+xml', 'unsupported'],
  ['a.png', '', 'unsupported'],
])('CHAT-28 OP-B19 %s as %j: %s', (name, type, kind) => {
  expect(findUnfit(file(name, type))?.kind ?? null).toBe(kind)
})

test.each([
  ['CHAT-29', 'image/png', 10],
  ['CHAT-29', 'image/jpeg', 10],
  ['CHAT-29', 'image/jpg', 10],
  ['CHAT-29', 'image/gif', 10],
  ['CHAT-30', 'video/mp4', 20],
  ['CHAT-30', 'video/quicktime', 20],
])('%s OP-B19 %s of exactly %d MB may be sent, one byte more may not', (_id, type, megabytes) => {
  expect(findUnfit(file('a.x', type, megabytes * mb))).toBeNull()
  expect(findUnfit(file('a.x', type, megabytes * mb + 1))).toEqual({
    kind: 'too-large',
    megabytes,
  })
})
