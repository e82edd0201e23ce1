// @vitest-environment jsdom
import type { TalkRow } from '@kapao/contract/console/inbox'
import { refuse } from '@kapao/ui/testing/served.ts'
import { act } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { at, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { giveHeight } from '../../testing/rows.ts'
import { text } from '#text/en/all.ts'
import { boxes, type Box } from './boxes.ts'
import { InboxScreen } from './inbox-screen.tsx'

const { inbox, refusals } = text
const list = 'GET /api/console/inbox/{box}'

const rowOf = (talk: string, part: Partial<TalkRow> = {}): TalkRow => ({
  talk,
  memberId: null,
  name: talk,
  language: 'th',
  last: 'hello',
  lastAt: at,
  waitsSince: null,
  unread: 0,
  assignedTo: null,
  forRole: null,
  claims: null,
  isClosed: false,
  ...part,
})

beforeAll(() => listenForHotkeys(document))
beforeEach(() => giveHeight())

function open(box: Box, answer: NonNullable<Answers[typeof list]>) {
  return openPart(<InboxScreen box={box} talk={null} />, {
    answers: {
      'GET /api/console/inbox/times': () => refuse('NO_RIGHT', {}, 403),
      [list]: answer,
    },
  })
}

test.each(boxes)('the box %s lists its own talks, and says when it is empty', async (box) => {
  const part = await open(box, () => ({ rows: [], next: null }))
  await part.screen.findByText(inbox.empty[box])
  expect(part.sentTo(list)).toEqual([{ box }])
  const here = part.screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
  expect(here.map((link) => link.textContent)).toEqual([inbox.boxes[box]])
})

test('the next page is asked for in the same box, and talks lead into that box', async () => {
  const part = await open('closed', ({ after }) => ({
    rows: [rowOf(after === undefined ? 'ONE' : 'TWO')],
    next: after === undefined ? 'c-2' : null,
  }))
  const link = await part.screen.findByRole('link', { name: /TWO/ })
  expect(link.getAttribute('href')).toBe('/chat/closed/TWO')
  expect(part.sentTo(list)).toEqual([{ box: 'closed' }, { box: 'closed', after: 'c-2' }])
})

test('a row says who waits, how much is unread, and otherwise whose it is', async () => {
  const part = await open('all', () => ({
    rows: [
      rowOf('ONE', { waitsSince: at, unread: 3, assignedTo: 'kai' }),
      rowOf('', { talk: 'g:1', assignedTo: 'lek' }),
    ],
    next: null,
  }))
  const waiting = await part.screen.findByRole('link', { name: /ONE/ })
  expect(waiting.textContent).toContain(inbox.waits)
  expect(waiting.textContent).toMatch(/3$/)
  const guest = part.screen.getByRole('link', { name: new RegExp(inbox.guest) })
  expect(guest.textContent).toMatch(/lek$/)
  expect(guest.textContent).not.toContain(inbox.waits)
})

test('j opens the first talk of the box', async () => {
  const part = await open('mine', () => ({ rows: [rowOf('ONE'), rowOf('TWO')], next: null }))
  await part.screen.findByRole('link', { name: /ONE/ })
  await part.user.keyboard('j')
  await vi.waitFor(() => expect(part.router.history.location.pathname).toBe('/chat/mine/ONE'))
  await part.user.keyboard('j')
  await vi.waitFor(() => expect(part.router.history.location.pathname).toBe('/chat/mine/TWO'))
})

test('HOUSE-124 Enter follows the link that has the focus', async () => {
  const part = await open('all', () => ({ rows: [rowOf('ONE')], next: null }))
  await part.screen.findByRole('link', { name: /ONE/ })
  act(() => part.screen.getByRole('link', { name: inbox.boxes.closed }).focus())
  await part.user.keyboard('{Enter}')
  await vi.waitFor(() => expect(part.router.history.location.pathname).toBe('/chat/closed'))
})

test.each([
  ['owner', 1],
  ['support', 0],
] as const)('the form of canned answers is offered to %s: %s', async (role, count) => {
  signInAs(role)
  const part = await open('all', () => ({ rows: [], next: null }))
  await part.screen.findByText(inbox.empty.all)
  expect(part.screen.queryAllByRole('link', { name: inbox.canned })).toHaveLength(count)
})

test('talks that cannot be read are not called none', async () => {
  const part = await open('all', () => refuse('NO_RIGHT', {}, 403))
  await part.screen.findByText(refusals.NO_RIGHT)
  expect(part.words()).not.toContain(inbox.empty.all)
})
