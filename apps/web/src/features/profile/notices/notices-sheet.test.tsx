// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { NoticesSheet } from './notices-sheet.tsx'

type Row = CallOutput<'POST /api/notices'>['rows'][number]

const row = (id: number, more: Partial<Row> = {}): Row => ({
  _id: id,
  class: 'money',
  title: `Deposit ${id} credited`,
  text: `Your deposit number ${id} was credited to your wallet.`,
  at: '2026-11-21T05:00:00.000Z',
  isRead: true,
  leads: 'statement',
  ...more,
})

async function open(all: readonly Row[], limit = 2) {
  const server = { isUp: true }
  const opened = await openPart(<NoticesSheet onClose={() => undefined} />, {
    answers: {
      'POST /api/notices': ({ before }) => {
        if (!server.isUp) return refuse('SERVICE_BUSY', {}, 503)
        const left = all.filter(({ _id }) => _id < (before ?? Infinity))
        return { rows: left.slice(0, limit), more: left.length > limit }
      },
      'PUT /api/notices/read': () => ({ message: 'SUCCESS' }),
    },
  })
  const titles = () =>
    opened.screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  return { ...opened, server, titles }
}

test('NOTE-13 the list is read in parts, newest first, and what it shows counts as read', async () => {
  const { screen, press, titles, sentTo } = await open([row(5, { isRead: false }), row(4), row(3)])
  await vi.waitFor(() => expect(titles()).toHaveLength(2))
  expect(titles()[0]).toContain('Deposit 5 creditedUnread')
  expect(titles()[1]).not.toContain('Unread')
  await vi.waitFor(() => expect(sentTo('PUT /api/notices/read')).toEqual([{ upto: 5 }]))
  await press('Earlier notices')
  await vi.waitFor(() => expect(titles()).toHaveLength(3))
  expect(sentTo('POST /api/notices')).toEqual([{ limit: 20 }, { limit: 20, before: 4 }])
  expect(screen.queryByRole('button', { name: 'Earlier notices' })).toBeNull()
  expect(sentTo('PUT /api/notices/read')).toHaveLength(1)
})

test('NOTE-13 an empty list says what will be in it', async () => {
  const { words, sentTo } = await open([])
  await vi.waitFor(() => expect(words()).toContain('will be listed here'))
  expect(sentTo('PUT /api/notices/read')).toEqual([])
})

test('NOTE-13 a failure keeps what is shown, and is tried again', async () => {
  const { press, titles, words, server } = await open([row(3), row(2), row(1)])
  await vi.waitFor(() => expect(titles()).toHaveLength(2))
  server.isUp = false
  await press('Earlier notices')
  await vi.waitFor(() => expect(words()).toContain('Your notices could not be loaded.'))
  expect(titles()).toHaveLength(2)
  server.isUp = true
  await press('Try again')
  await vi.waitFor(() => expect(titles()).toHaveLength(3))
})
