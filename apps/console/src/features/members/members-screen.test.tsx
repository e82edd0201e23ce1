// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
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

const receiptCall = 'GET /api/console/members/receipt/{code}'
const code = '77E1-9B44-0C2F-AB12-34CD'
const receipt: NonNullable<ConsoleCallOutput<typeof receiptCall>['receipt']> = {
  member: { ...row, found: 'reference' },
  statementType: 'withdraw',
  from: 'wallet',
  to: 'SCB',
  status: 'SUCCESS',
  isAsShown: true,
  sum: { amount: '1300.50', currency: 'BAHT' },
  createdAt: at,
  corrected: null,
}

async function openReceipt(answer: typeof receipt | null) {
  const part = await openPart(<MembersScreen />, {
    answers: {
      'GET /api/console/members/list': newest,
      [receiptCall]: () => ({ receipt: answer }),
    },
  })
  await part.user.click(part.screen.getByLabelText(members.searchLabel))
  await part.user.paste(' 77e1 9b44 0c2f-ab12-34cd')
  return part
}

test('NOTE-23 a proof code shows whose receipt it is and what it must say, and searches for nobody', async () => {
  const part = await openReceipt(receipt)
  const found = await part.screen.findByRole('region', { name: members.receipt.title })
  expect(part.sentTo(receiptCall).at(-1)).toEqual({ code })
  const said = part.words()
  for (const words of [
    'Withdrawal',
    '1,300.50 baht',
    members.states['SUCCESS']!,
    members.receipt.compare,
  ])
    expect(said).toContain(words)
  expect(found.querySelector('a')!.getAttribute('href')).toBe('/members/A1B2C3D4E5F6')
  expect(said).not.toContain(members.receipt.changed)
  expect(part.screen.queryAllByRole('alert')).toHaveLength(0)
  expect(part.sentTo(search)).toEqual([])
})

test('NOTE-23 a code of no receipt is said to be', async () => {
  const part = await openReceipt(null)
  await part.screen.findByText(members.receipt.none)
  expect(part.screen.queryByRole('region', { name: members.receipt.title })).toBeNull()
})

test('NOTE-23 of another outcome by now, and of money that went back, it says so', async () => {
  const changed = await openReceipt({
    ...receipt,
    isAsShown: false,
    status: 'FAILED',
    corrected: at,
  })
  await changed.screen.findByText(members.receipt.changed)
  expect(changed.screen.getAllByRole('alert')).toHaveLength(2)
  expect(changed.words()).toContain(members.receipt.corrected)
  expect(changed.words()).toContain(members.states['FAILED']!)
})
