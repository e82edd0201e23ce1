// @vitest-environment jsdom
import type { MemberRow } from '@kapao/contract/console/members'
import { refuse } from '@kapao/ui/testing/served.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { at } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { giveHeight } from '../../testing/rows.ts'
import { text } from '#text/en/all.ts'
import { MembersScreen } from './members-screen.tsx'

const { members, refusals } = text
const search = 'POST /api/console/members/search'
const row: MemberRow = {
  memberId: 'A1B2C3D4E5F6',
  name: 'SO••• JA•••',
  phone: '08•••••123',
  currency: 'BAHT',
  joinedAt: at,
  isActive: true,
  found: 'phone',
  about: null,
}

beforeEach(() => giveHeight())

const newest: NonNullable<Answers['GET /api/console/members/list']> = ({ after }) => ({
  members: [{ ...row, memberId: after ? 'OLDER' : 'NEWEST', found: 'listed' }],
  next: after ? null : '2026-01-01T00:00:00.000000Z|A1B2C3D4E5F6',
})

async function open(answer: NonNullable<Answers[typeof search]>) {
  const part = await openPart(<MembersScreen />, {
    answers: { 'GET /api/console/members/list': newest, [search]: answer },
  })
  const field = part.screen.getByLabelText<HTMLInputElement>(members.searchLabel)
  return { ...part, field }
}
const found =
  (rows: MemberRow[], isCut = false) =>
  () => ({ members: rows, isCut })

test('HOUSE-73 before anything is typed the newest members are there, page by page', async () => {
  const part = await open(found([]))
  await vi.waitFor(() => expect(part.screen.getAllByRole('link')).toHaveLength(2))
  expect(part.screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    '/members/NEWEST',
    '/members/OLDER',
  ])
})

test('HOUSE-86 the largest balances say when they were counted, and the flagged why and since when', async () => {
  const part = await openPart(<MembersScreen />, {
    answers: {
      'GET /api/console/members/list': newest,
      'GET /api/console/members/largest': () => ({
        countedAt: at,
        members: [{ ...row, found: 'listed', owed: { amount: '39000.00', currency: 'BAHT' } }],
      }),
      'GET /api/console/members/flagged': () => ({
        members: [{ ...row, found: 'listed', flag: 'suspected', since: at }],
        isCut: true,
      }),
    },
  })
  const choose = (name: string) => part.user.click(part.screen.getByRole('radio', { name }))
  await choose(members.lists.largest)
  const largest = await part.screen.findByRole('link')
  expect(largest.textContent).toContain('39,000.00')
  expect(part.words()).toContain(members.counted)
  await choose(members.lists.flagged)
  await vi.waitFor(() =>
    expect(part.screen.getByRole('link').textContent).toContain(members.flags.suspected),
  )
  expect(part.words()).toContain(members.moreFlagged)
  await choose(members.lists.newest)
  await vi.waitFor(() => expect(part.screen.getAllByRole('link')).toHaveLength(2))
})

test('one letter searches for nobody; words are sent trimmed, once the typing has paused', async () => {
  const part = await open(found([row, { ...row, memberId: 'B', isActive: false }]))
  await part.user.type(part.field, ' s')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(part.sentTo(search)).toEqual([])
  await part.user.type(part.field, 'omchai ')
  await vi.waitFor(() => expect(part.screen.getAllByRole('link')).toHaveLength(2))
  expect(part.sentTo(search)).toEqual([{ words: 'somchai' }])
  const [active, off] = part.screen.getAllByRole('link')
  expect(active!.getAttribute('href')).toBe('/members/A1B2C3D4E5F6')
  expect(active!.textContent).toContain('by phone')
  expect(active!.textContent).not.toContain(members.inactive)
  expect(off!.textContent).toContain(members.inactive)
  expect(part.words()).not.toContain(members.isCut)
})

test('what was searched for is still there after a look at a member', async () => {
  const part = await open(found([row], true))
  await part.user.type(part.field, 'somchai')
  await part.screen.findByText(members.isCut)
  part.close()
  const again = await open(found([row]))
  expect(again.field.value).toBe('somchai')
})

test('nobody found and a search that was refused are not the same', async () => {
  const part = await open(({ words }) =>
    words === 'nobody' ? { members: [], isCut: false } : refuse('REQUEST_LIMIT', {}, 429),
  )
  await part.user.type(part.field, 'nobody')
  await part.screen.findByText(members.none)
  await part.user.type(part.field, 'x')
  await part.screen.findByText(refusals.REQUEST_LIMIT)
  expect(part.words()).not.toContain(members.none)
})
