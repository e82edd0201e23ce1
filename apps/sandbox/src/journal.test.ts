import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { createClock } from './clock.ts'
import { createJournal, replyForJournal } from './journal.ts'

function call(body: unknown): Call {
  const headers = { authorization: 'Basic x', 'x-signature': 's', cookie: 'c' }
  return { method: 'POST', url: '/', headers, params: {}, query: {}, body, raw: Buffer.alloc(0) }
}

test('it keeps the last thousand calls, newest first', () => {
  const journal = createJournal(createClock(() => 0))
  for (let i = 1; i <= 1003; i += 1) journal.open(i % 2 ? 'odd' : 'even', call({ i }))
  const ids = journal.list().map(({ id }) => id)
  expect(ids).toHaveLength(1000)
  expect(ids.slice(0, 2)).toEqual([1003, 1002])
  expect(ids.at(-1)).toBe(4)
  expect(journal.list({ operation: 'even', limit: 2 }).map(({ id }) => id)).toEqual([1002, 1000])
})

test('pictures are cut, however deeply nested, and only relevant headers are kept', () => {
  const journal = createJournal(createClock(() => 0))
  const entry = journal.open(
    'slips.check',
    call({ files: [{ data: 'A'.repeat(5000) }], amount: 100 }),
  )
  expect(entry.request).toEqual({
    files: [{ data: `${'A'.repeat(2000)} … (5000 characters)` }],
    amount: 100,
  })
  expect(entry.headers).toEqual({ authorization: 'Basic x', 'x-signature': 's' })
  expect(replyForJournal({ text: 'B'.repeat(2001), status: 403 })).toMatchObject({
    status: 403,
    body: expect.stringMatching(/ … \(2001 characters\)$/),
  })
})
