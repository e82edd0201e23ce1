// @vitest-environment jsdom
import type { Member, TimelineRow } from '@kapao/contract/console/members'
import type { Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, signInAs } from '../../../testing/examples.ts'
import { memberOf } from '../../../testing/member.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { giveHeight } from '../../../testing/rows.ts'
import { itemAddress } from '#shared/work-kind.ts'
import { text } from '#text/en/all.ts'
import { MemberScreen } from './member-screen.tsx'

const { members, refusals, desk } = text
const read = 'GET /api/console/members/one/{memberId}'
const line = 'GET /api/console/members/timeline/{memberId}'
const show = 'POST /api/console/members/show'
const note = 'POST /api/console/members/note'
const memberId = 'A1B2C3D4E5F6'
const baht = (amount: string) => ({ amount, currency: 'BAHT' as const })

const rowOf = (part: Partial<TimelineRow>): TimelineRow => ({
  id: '1',
  at,
  sort: 'money',
  what: 'deposit',
  state: 'SUCCESS',
  sum: null,
  left: null,
  by: null,
  detail: null,
  movement: null,
  work: null,
  ...part,
})

beforeEach(giveHeight)

async function open(
  part: Partial<Member> = {},
  { role = 'owner', ...answers }: Answers & { role?: Role } = {},
) {
  signInAs(role)
  const opened = await openPart(<MemberScreen memberId={memberId} />, {
    answers: { [read]: () => memberOf(part), [line]: () => ({ rows: [], next: null }), ...answers },
  })
  await opened.screen.findByRole('heading', { level: 1 })
  const card = (title: string) =>
    opened.screen
      .getByRole('heading', { name: title })
      .parentElement!.textContent.replaceAll('\u00A0', ' ')
  return { ...opened, card }
}

test('DESK-83 each place has its own money, what is old is marked, and the totals stand below', async () => {
  const { card } = await open({
    balances: [
      { place: 'wallet', sum: baht('1250.50'), at: null, isOld: false },
      { place: 'pgslot', sum: baht('30.25'), at, isOld: true },
    ],
    totals: { deposited: baht('5000.00'), withdrawn: baht('700.00'), deposits: 4, withdrawals: 2 },
  })
  const money = card(members.balances)
  expect(money).toMatch(/1,250\.50 baht.*30\.25 baht/)
  expect(money.indexOf(members.old)).toBeGreaterThan(money.indexOf('1,250.50'))
  expect(money.match(new RegExp(members.old, 'g'))).toHaveLength(1)
  expect(money).toContain(`${members.deposited(4)}5,000.00 baht`)
  expect(money).toContain(`${members.withdrawn(2)}700.00 baht`)
  expect(money).toContain('7')
})

test('DESK-83 who may not see money is told so, and sees no sum', async () => {
  const { card } = await open({ balances: null })
  expect(card(members.balances)).toContain(members.noMoney)
  expect(card(members.balances)).not.toContain('baht')
})

test.each([
  [{ isActive: true, isLocked: false }, [members.active], [members.inactive, members.locked]],
  [{ isActive: false, isLocked: false }, [members.inactive], [members.locked]],
  [{ isActive: true, isLocked: true }, [members.active, members.locked], [members.inactive]],
])('DESK-88 %o is said in the head', async (state, said, unsaid) => {
  const { screen } = await open({
    ...state,
    deactivatedWhy: state.isActive ? null : 'asked for it',
  })
  const head = screen.getByRole('banner').textContent
  for (const words of said) expect(head).toContain(words)
  for (const words of unsaid) expect(head).not.toContain(words)
  expect(head.includes('asked for it')).toBe(!state.isActive)
})

test('DESK-84 full numbers are shown for a press of who may, and not before', async () => {
  const full = { phone: '0812345678', name: 'SOMCHAI JAIDEE', account: 'KBANK 1112223334' }
  const part = await open({}, { [show]: () => full })
  expect(part.words()).toContain('081•••678')
  expect(part.words()).not.toContain('0812345678')
  expect(part.sentTo(show)).toEqual([])
  await part.user.click(part.screen.getByRole('button', { name: members.show }))
  await vi.waitFor(() =>
    expect(part.words()).toContain('SOMCHAI JAIDEE · 0812345678 · KBANK 1112223334'),
  )
  expect(part.sentTo(show)).toEqual([{ memberId }])
})

test('DESK-84 a refusal shows no number; who may not is offered none', async () => {
  const part = await open({}, { [show]: () => refuse('NO_RIGHT', {}, 403) })
  await part.user.click(part.screen.getByRole('button', { name: members.show }))
  expect(await part.screen.findByText(refusals.NO_RIGHT)).toBeTruthy()
  part.close()
  const support = await open({}, { role: 'support' })
  expect(support.screen.queryByRole('button', { name: members.show })).toBeNull()
})

test('DESK-89 a row of the time-line has what, who, how it stands, its sum and what was left, each its own', async () => {
  const part = await open(
    {},
    {
      [line]: () => ({
        next: null,
        rows: [
          rowOf({ id: '2', sum: baht('100.00'), left: baht('350.75'), by: 'kai', state: 'FAILED' }),
          rowOf({
            id: '1',
            what: 'withdraw',
            sum: baht('-40.00'),
            detail: { form: 'quote', text: 'he called' },
          }),
        ],
      }),
    },
  )
  const rows = () =>
    part.screen.getAllByRole('listitem').map((one) => one.textContent.replaceAll('\u00A0', ' '))
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  const [first, second] = rows()
  expect(first).toContain('kai')
  expect(first).toContain(members.states['FAILED'])
  expect(first).toMatch(/100\.00 baht.*350\.75 baht/)
  expect(second).toContain('40.00 baht')
  expect(second).toContain('he called')
  expect(second).not.toContain(members.left)
})

test('HOUSE-87 a row of several transfers opens to each of them, and closes again', async () => {
  const transfer = (id: string) =>
    rowOf({
      id,
      what: 'statement.transfer',
      sum: baht('10.00'),
      detail: { form: 'places', from: 'wallet', to: 'pg' },
    })
  const rows = ['5', '4', '3', '2'].map(transfer)
  const part = await open(
    {},
    { [line]: () => ({ next: null, rows: [...rows, rowOf({ id: '1' })] }) },
  )
  const items = () => part.screen.getAllByRole('listitem')
  const several = await part.screen.findByRole('button', { name: /^4\u00A0transfers/ })
  expect(items()).toHaveLength(2)
  expect(items()[0]!.textContent.replaceAll('\u00A0', ' ')).toContain('net \u221240.00 baht')
  await part.user.click(several)
  await vi.waitFor(() => expect(items()).toHaveLength(6))
  expect(several.getAttribute('aria-expanded')).toBe('true')
  await part.user.click(several)
  await vi.waitFor(() => expect(items()).toHaveLength(2))
})

test('HOUSE-110 a time that is typed begins the line there, and an empty one at the newest', async () => {
  const asked: unknown[] = []
  const part = await open(
    {},
    {
      [line]: ({ until }) => {
        asked.push(until)
        return { rows: [rowOf({ id: '9' })], next: null }
      },
    },
  )
  const before = part.screen.getByLabelText(members.timelineBefore)
  await part.user.type(before, '20/11/2026 10:05')
  await vi.waitFor(() => expect(asked.at(-1)).toBe('2026-11-20T03:05:00.000Z'))
  await part.user.clear(before)
  await part.user.type(before, '31/02/2026 10:05')
  expect(before.getAttribute('aria-invalid')).toBe('true')
  expect(new Set(asked)).toEqual(new Set([undefined, '2026-11-20T03:05:00.000Z']))
})

test('DESK-90 a sort is asked for by its code, and the rest goes on by key', async () => {
  const part = await open(
    {},
    {
      [line]: ({ after }) => ({
        rows: [rowOf({ id: after ?? '9' })],
        next: after === undefined ? 'k1' : null,
      }),
    },
  )
  await vi.waitFor(() => expect(part.sentTo(line).at(-1)).toEqual({ memberId, after: 'k1' }))
  await part.user.click(part.screen.getByText(members.sorts.reward))
  await vi.waitFor(() => expect(part.sentTo(line)).toContainEqual({ memberId, sort: 'reward' }))
})

test('DESK-86 a note is sent once with a key, for this member, and not by who may not', async () => {
  const part = await open({}, { [note]: () => ({ message: 'SUCCESS' }) })
  const button = part.screen.getByRole('button', { name: members.addNote })
  expect(button.hasAttribute('disabled')).toBe(true)
  await part.user.type(part.screen.getByLabelText(members.noteLabel), 'called twice')
  await part.user.click(button)
  await vi.waitFor(() => expect(part.sentTo(note)).toEqual([{ memberId, text: 'called twice' }]))
  expect(part.sent.find(({ name }) => name === note)!.key).toMatch(/^[\w-]{16,}$/)
  await vi.waitFor(() =>
    expect(part.screen.getByLabelText(members.noteLabel)).toHaveProperty('value', ''),
  )
  part.close()
  const marketing = await open({}, { role: 'marketing' })
  expect(marketing.screen.queryByRole('button', { name: members.addNote })).toBeNull()
})

test('DESK-83 what is open leads to its item, and linked members to their pages with what they share', async () => {
  const part = await open({
    open: [
      {
        kind: 'withdrawal',
        id: 'w',
        since: at,
        sum: baht('900.00'),
        state: 'held',
        work: { kind: 'withdrawal', id: 'w-1' },
      },
    ],
    linked: [{ memberId: 'Z9Y8X7W6V5U4', name: 'WI•••', signs: ['device'], isActive: false }],
  })
  const opened = within(part.screen.getByRole('heading', { name: members.open }).parentElement!)
  expect(opened.getByRole('link').getAttribute('href')).toBe(
    itemAddress('withdrawal', { kind: 'withdrawal', id: 'w-1' }),
  )
  expect(part.card(members.open)).toContain('900.00 baht')
  const linked = part.card(members.linked)
  expect(linked).toContain('WI•••')
  expect(linked).toContain(members.inactive)
  expect(linked).toContain(members.signs['device'])
  expect(part.screen.getByRole('link', { name: 'WI••• V5U4' }).getAttribute('href')).toBe(
    '/members/Z9Y8X7W6V5U4',
  )
})

test('a member who cannot be read says why, and is read again', async () => {
  signInAs('owner')
  let isDown = true
  const part = await openPart(<MemberScreen memberId={memberId} />, {
    answers: {
      [read]: () => (isDown ? refuse('NOT_FOUND', {}, 404) : memberOf()),
      [line]: () => ({ rows: [], next: null }),
    },
  })
  await part.screen.findByText(refusals.NOT_FOUND)
  expect(part.screen.queryByRole('heading', { level: 1 })).toBeNull()
  isDown = false
  await part.user.click(part.screen.getByRole('button', { name: desk.retry }))
  expect(await part.screen.findByRole('heading', { name: 'SO••• JA•••' })).toBeTruthy()
})

test.each([
  [{ from: 'SCB', to: 'wallet' }, 'SUCCESS', '+'],
  [{ from: 'wallet', to: 'SCB' }, 'SUCCESS', '\u2212'],
  [{ from: 'wallet', to: 'pg' }, 'PENDING', '\u2212'],
  [{ from: 'pg', to: 'wallet' }, 'SUCCESS', '+'],
  [{ from: 'wallet', to: 'SCB' }, 'FAILED', ''],
])(
  'HOUSE-39 an amount of the time-line has the sign of the wallet: %j %s',
  async (places, state, sign) => {
    const row = rowOf({ sum: baht('10.00'), state, detail: { form: 'places', ...places } })
    const { words } = await open({}, { [line]: () => ({ rows: [row], next: null }) })
    await vi.waitFor(() => expect(words()).toContain('10.00'))
    expect(/([+\u2212]?)10\.00/.exec(words())![1]).toBe(sign)
    expect(words()).toContain('02/03/2026 12:00:00')
  },
)
