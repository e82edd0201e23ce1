// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { MemberRow } from '@kapao/contract/console/members'
import type { Role } from '@kapao/contract/console/roles'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { rowOf, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { itemAddress } from '#shared/work-kind.ts'
import { text } from '#text/en/all.ts'
import { Palette } from './palette.tsx'

const { desk, work, people } = text
const search = 'POST /api/console/members/search'
const find = 'GET /api/console/work/find/{id}'

const member: MemberRow = {
  memberId: 'A1B2C3D4E5F6',
  name: 'SO••• JA•••',
  phone: '081•••678',
  currency: 'BAHT',
  joinedAt: '2026-03-02T05:00:00.000Z',
  isActive: true,
  found: 'reference',
  about: 'withdrawal',
}
const found: Answers = {
  [search]: () => ({ members: [member], isCut: false }),
  [find]: () => ({ rows: [] }),
}

async function open(role: Role, answers: Answers = {}) {
  signInAs(role)
  const onClose = vi.fn()
  const part = await openPart(<Palette onClose={onClose} />, { answers })
  await part.screen.findByText(desk.screens.me)
  const options = () => part.screen.queryAllByRole('option').map((one) => one.textContent)
  // At once: keys that the list passes on within a drawing of the page are lost on the tester's React.
  const type = async (value: string) => {
    fireEvent.change(part.screen.getByRole('searchbox'), { target: { value } })
  }
  const choose = () => part.user.click(part.screen.getAllByRole('option')[0]!)
  return {
    ...part,
    onClose,
    options,
    type,
    choose,
    here: () => part.router.history.location.pathname,
  }
}

test('DESK-77 a member is found by two letters, masked, with what was found, and opens the member', async () => {
  const part = await open('support', found)
  await part.type('s')
  expect(part.sentTo(search)).toEqual([])
  await part.type('so')
  await vi.waitFor(() =>
    expect(part.options()).toContain(
      `SO••• JA••• · 081•••678${text.members.found.reference} · ${text.members.opens['withdrawal']}`,
    ),
  )
  expect(part.sentTo(search)).toEqual([{ words: 'so' }])
  await part.choose()
  expect(part.onClose).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(part.here()).toBe('/members/A1B2C3D4E5F6'))
})

test('DESK-77 who may not see members searches for none, and is shown no screen of theirs', async () => {
  const part = await open('marketing', { [find]: () => ({ rows: [] }) })
  expect(part.options()).toEqual([desk.screens.settings, desk.screens.rewards, desk.screens.me])
  await part.type('0812345678')
  await vi.waitFor(() => expect(part.sentTo(find)).not.toEqual([]))
  expect(part.sentTo(search)).toEqual([])
  await vi.waitFor(() => expect(part.words()).toContain(desk.palette.none))
  expect(part.words()).not.toContain('SO•••')
})

test('DESK-77 of what members are found eight are shown', async () => {
  const members = Array.from({ length: 12 }, (_, at) => ({ ...member, memberId: `M${at}` }))
  const part = await open('support', { ...found, [search]: () => ({ members, isCut: true }) })
  await part.type('so')
  await vi.waitFor(() =>
    expect(part.options().filter((one) => one.startsWith('SO•••'))).toHaveLength(8),
  )
})

test.each([
  [
    'an item',
    'payout',
    'p-1',
    'p-1',
    itemAddress('payout', { kind: 'payout', id: 'p-1' }),
    work.one.payout,
  ],
  [
    'a talk',
    'talk',
    '#a1b2c3d4e5f6',
    'A1B2C3D4E5F6',
    '/chat/all/A1B2C3D4E5F6',
    'Chat A1B2C3D4E5F6',
  ],
] as const)(
  'DESK-119 %s is found by its id, with its sum',
  async (_, kind, typed, id, to, name) => {
    const row = rowOf({ kind, id, sum: { amount: '1250.50', currency: 'BAHT' } })
    const part = await open('owner', {
      [search]: () => ({ members: [], isCut: false }),
      [find]: ({ id: asked }) => ({ rows: asked === id ? [row] : [] }),
    })
    await part.type(typed)
    await vi.waitFor(() =>
      expect(part.options()[0]).toBe(`${name}SO••• JA••• ${row.memberId!.slice(-4)} · 1,250.50`),
    )
    await part.choose()
    await vi.waitFor(() => expect(part.here()).toBe(to))
  },
)

test.each(['som chai', 'somchai'])(
  'DESK-119 %j is no id, and no item is asked for',
  async (words) => {
    const part = await open('support', { [search]: found[search]! })
    await part.type(words)
    await vi.waitFor(() => expect(part.sentTo(search).at(-1)).toEqual({ words }))
    expect(part.sentTo(find)).toEqual([])
  },
)

test('DESK-77 screens are those of the rights, found by their names in any case', async () => {
  const part = await open('cashier', found)
  expect(part.options()).toEqual([
    desk.screens.work,
    desk.screens.members,
    desk.screens.settings,
    desk.screens.me,
  ])
  await part.type(work.kinds.payout.toUpperCase())
  await vi.waitFor(() => expect(part.options()).toContain(work.kinds.payout + desk.screens.work))
  expect(part.words()).not.toContain(people.operators)
})

test('HOUSE-118 a screen of this name stands before members who only sound like it, whichever is found first', async () => {
  const part = await open('support', { ...found, [find]: () => ({ rows: [] }) })
  await part.type(desk.screens.members)
  await vi.waitFor(() => expect(part.options()).toHaveLength(2))
  expect(part.options()[0]).toBe(desk.screens.members)
})

test('HOUSE-118 what is still looked for, or was refused, is not said to be nowhere; letters that follow one another are one search', async () => {
  const asked = later<ConsoleCallOutput<typeof search>>()
  const part = await open('support', {
    [search]: ({ words }) =>
      words === '0812345678' ? asked.answer : refuse('REQUEST_LIMIT', {}, 429),
    [find]: () => ({ rows: [] }),
  })
  for (const words of ['08', '081', '08123', '0812345678']) await part.type(words)
  await vi.waitFor(() => expect(part.sentTo(search)).toEqual([{ words: '0812345678' }]))
  expect(part.words()).not.toContain(desk.palette.none)
  asked.give({ members: [], isCut: false })
  await vi.waitFor(() => expect(part.words()).toContain(desk.palette.none))
  await part.type('0899999999')
  await vi.waitFor(() => expect(part.words()).toContain(text.refusals.REQUEST_LIMIT))
  expect(part.words()).not.toContain(desk.palette.none)
})

test('DESK-77 a search that is refused shows what else fits, and nothing of an earlier one', async () => {
  const part = await open('support', {
    ...found,
    [search]: ({ words }) =>
      words === 'me' ? { members: [member], isCut: false } : refuse('NO_RIGHT', {}, 403),
  })
  await part.type('me')
  await vi.waitFor(() => expect(part.words()).toContain('SO•••'))
  await part.type('mem')
  await vi.waitFor(() => expect(part.words()).not.toContain('SO•••'))
  expect(part.options()).toEqual([desk.screens.members])
})
