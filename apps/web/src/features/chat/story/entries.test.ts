import { expect, test } from 'vitest'
import { entriesOf, timeOf } from './entries.ts'
import type { ChatLine } from './line.ts'

const line = (key: string, part: Partial<ChatLine>): ChatLine => ({
  key,
  seq: null,
  sender: 'other',
  message: { message_type: 'text', payload: { message: key } },
  createdAt: '2026-11-21T05:00:00.000Z',
  sessionId: 's1',
  own: null,
  ...part,
})
const kindsOf = (lines: ChatLine[]) =>
  entriesOf(lines).map((entry) => (entry.kind === 'day' ? entry.day : entry.kind))

test('CHAT-06 a day is above its first line, by Bangkok days', () => {
  const lines = [
    line('a', { createdAt: '2026-11-20T16:59:00.000Z' }),
    line('b', { createdAt: '2026-11-20T17:00:00.000Z' }),
    line('c', { createdAt: '2026-11-21T05:00:00.000Z' }),
  ]
  expect(kindsOf(lines)).toEqual(['20/11/2026', 'line', '21/11/2026', 'line', 'line'])
  expect(timeOf('2026-11-20T17:00:00.000Z')).toBe('00:00')
})

test('CHAT-07 an end mark is wherever the session changes, also above a line that has no session yet', () => {
  const lines = [
    line('a', {}),
    line('b', { sessionId: null, createdAt: null }),
    line('c', {}),
    line('d', { sessionId: 's2' }),
    line('e', { sessionId: 's2' }),
    line('f', { sessionId: 's1' }),
  ]
  const kinds = kindsOf(lines).slice(1)
  expect(kinds).toEqual(['line', 'line', 'line', 'end', 'line', 'line', 'end', 'line'])
})

test('skipped lines are marked in their place', () => {
  expect(kindsOf([line('a', { seq: 1 }), line('b', { seq: 2 }), line('d', { seq: 4 })])).toEqual([
    '21/11/2026',
    'line',
    'line',
    'gap',
    'line',
  ])
})

test('a group starts with its sender and after any separator, and only the last line is last', () => {
  const lines = [
    line('a', {}),
    line('b', {}),
    line('c', { sender: 'customer' }),
    line('d', { sender: 'customer', sessionId: 's2' }),
  ]
  const entries = entriesOf(lines).filter((entry) => entry.kind === 'line')
  expect(entries.map((entry) => entry.isFirstOfGroup)).toEqual([true, false, true, true])
  expect(entries.map((entry) => entry.isLast)).toEqual([false, false, false, true])
})

test('CHAT-11 an unsent message does not count: the line before it is still the last one', () => {
  const own = (status: string) => ({ status }) as ChatLine['own']
  const lastOf = (status: string) =>
    entriesOf([
      line('a', {}),
      line('b', {
        message: { message_type: 'quick_replies', payload: { message: '', buttons: [] } },
      }),
      line('c', { sender: 'customer', createdAt: null, own: own(status) }),
      line('d', { sender: 'customer', createdAt: null, own: own(status) }),
    ]).flatMap((entry) => (entry.kind === 'line' && entry.isLast ? entry.key : []))
  expect(lastOf('failed')).toEqual(['b'])
  expect(lastOf('sending')).toEqual(['d'])
})

test('a minute is shown once, under the last line that one sender wrote in it', () => {
  const lines = [
    line('a', { createdAt: '2026-11-21T05:00:01.000Z' }),
    line('b', { createdAt: '2026-11-21T05:00:59.000Z' }),
    line('c', { createdAt: '2026-11-21T05:01:00.000Z' }),
    line('d', { createdAt: '2026-11-21T05:01:00.000Z', sender: 'customer' }),
    line('e', { createdAt: null, sender: 'customer' }),
    line('f', { createdAt: '2026-11-21T05:01:10.000Z' }),
    line('g', { createdAt: '2026-11-21T05:01:10.000Z', sessionId: 's2' }),
  ]
  const entries = entriesOf(lines).filter((entry) => entry.kind === 'line')
  expect(entries.map(({ isTimed }) => isTimed)).toEqual([false, true, true, true, true, true, true])
})
