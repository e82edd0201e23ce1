// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { useSearch } from '@tanstack/react-router'
import { within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { at } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { giveHeight } from '../../testing/rows.ts'
import { text } from '#text/en/all.ts'
import { AuditScreen } from './audit-screen.tsx'
import { filterInAddress, type AuditFilter, type AuditRow } from './filter.ts'

const { people, refusals } = text
const read = 'GET /api/console/audit'
const rowOf = (part: Partial<AuditRow>): AuditRow => ({
  id: '1',
  at,
  actor: 'operator:som',
  action: 'operator.disabled',
  subject: 'kai',
  before: null,
  after: null,
  requestId: 'r-1',
  memberId: null,
  memberName: null,
  sum: null,
  why: null,
  ...part,
})

beforeEach(() => giveHeight())

function AtAddress() {
  return <AuditScreen asked={filterInAddress(useSearch({ strict: false }))} />
}

async function open(answer: NonNullable<Answers[typeof read]>, asked: Partial<AuditFilter> = {}) {
  const opened = await openPart(<AtAddress />, { answers: { [read]: answer } })
  if (Object.keys(asked).length > 0)
    await opened.router.navigate({ to: '/audit', search: asked } as never)
  const { screen, user } = opened
  return {
    ...opened,
    filter: () => user.click(screen.getByRole('button', { name: people.filter })),
    csv: () => screen.getByRole('link', { name: people.csv }).getAttribute('href'),
  }
}
const none = () => ({ rows: [], next: null })

test('typed filters go out on the button only: trimmed, times as Bangkok’s, empty ones not at all', async () => {
  const part = await open(none)
  await part.screen.findByText(people.auditEmpty)
  await part.user.type(part.screen.getByLabelText(people.who), ' som ')
  await part.user.type(part.screen.getByLabelText(people.subject), 'kai')
  await part.user.type(part.screen.getByLabelText(people.from), '02/03/2026 05:00')
  await part.user.type(part.screen.getByLabelText(people.to), '3/3/2026 06:30')
  expect(part.sentTo(read)).toEqual([{}])
  await part.filter()
  const wanted = {
    actor: 'operator:som',
    subject: 'kai',
    from: '2026-03-01T22:00:00.000Z',
    to: '2026-03-02T23:30:00.000Z',
  }
  await vi.waitFor(() => expect(part.sentTo(read)).toEqual([{}, wanted]))
  // The file has what the list shows.
  const address = new URL(part.csv()!, 'http://console')
  expect(address.pathname).toBe('/api/console/audit.csv')
  expect(Object.fromEntries(address.searchParams)).toEqual(wanted)
})

test('an act is chosen by its name and asked for at once by its code; every act takes it away again', async () => {
  const part = await open(none, { actor: 'som' })
  await vi.waitFor(() => expect(part.sentTo(read).at(-1)).toEqual({ actor: 'operator:som' }))
  await part.user.click(part.screen.getByRole('button', { name: new RegExp(people.everyAct) }))
  const [code, name] = Object.entries(text.words.actions)[0]!
  await part.user.type(part.screen.getByLabelText(people.findAct), code)
  const list = within(part.screen.getByRole('dialog'))
  expect(list.queryByText(people.everyAct)).toBeNull()
  await part.user.click(list.getAllByText(name)[0]!)
  await vi.waitFor(() =>
    expect(part.sentTo(read).at(-1)).toEqual({ actor: 'operator:som', action: code }),
  )
  await part.user.click(part.screen.getByRole('button', { name: new RegExp(people.action) }))
  await part.user.click(within(part.screen.getByRole('dialog')).getByText(people.everyAct))
  await vi.waitFor(() => expect(part.router.state.location.search).toEqual({ actor: 'som' }))
})

test('an act of the trail opens with both sides, each under its own head', async () => {
  const row = rowOf({ before: { roles: 'OLD' }, after: { roles: 'NEW' } })
  const part = await open(() => ({ rows: [row], next: null }))
  await part.user.click((await part.screen.findAllByRole('listitem'))[0]!.querySelector('button')!)
  const words = part.screen.getByRole('dialog').textContent
  const order = [people.before, 'OLD', people.after, 'NEW'].map((one) => words.indexOf(one))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
  expect(words).toContain('r-1')
})

test('HOUSE-72 operators’ acts are shown unless members’ are chosen; a row says whose money it was, how much, and why', async () => {
  const row = rowOf({
    action: 'withdrawals.approve',
    memberId: 'A1B2C3D4E5F6',
    memberName: 'BO••• KE•••',
    sum: { amount: '25000.00', currency: 'BAHT' },
    why: 'knows the member',
  })
  const part = await open(() => ({ rows: [row], next: null }))
  await part.screen.findByText('BO••• KE•••')
  expect(part.words()).toMatch(/25,000\.00/)
  expect(part.words()).toContain('knows the member')
  await part.user.selectOptions(part.screen.getByLabelText(people.whose), people.whoseActs.members)
  await vi.waitFor(() => expect(part.sentTo(read)).toEqual([{}, { who: 'members' }]))
})

test('the rows after the last one are asked for with the same filter', async () => {
  const part = await open(
    ({ after }) => ({
      rows: [rowOf({ id: after ?? '9' })],
      next: after === undefined ? '8' : null,
    }),
    { action: 'x.y' },
  )
  await vi.waitFor(() => expect(part.sentTo(read).at(-1)).toEqual({ action: 'x.y', after: '8' }))
})

test('a trail that may not be read says so', async () => {
  const part = await open(() => refuse('NO_RIGHT', {}, 403))
  await part.screen.findByText(refusals.NO_RIGHT)
  expect(part.words()).not.toContain(people.auditEmpty)
})
