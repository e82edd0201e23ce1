// @vitest-environment jsdom
import type { WorkKind } from '@kapao/contract/console/words'
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { WorkRow } from '@kapao/contract/console/work'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { useLocation } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { itemAddress, keyInAddress, workAddress } from '#shared/work-kind.ts'
import { itemOf, rowOf, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { giveHeight } from '../../testing/rows.ts'
import type { ListName } from './list/use-still-rows.ts'
import { WorkScreen } from './work-screen.tsx'

const decide = 'POST /api/console/work/decide/{kind}/{id}'
type DecisionAnswer = ConsoleCallOutput<typeof decide>

const rows = [
  rowOf({ id: 'p-1', memberName: 'ONE' }),
  rowOf({ id: 'p-2', memberName: 'TWO' }),
  rowOf({ id: 'p-3', memberName: 'THREE' }),
]
const decidedOf = (id: string, next: DecisionAnswer['next']): DecisionAnswer => ({
  state: 'done',
  why: null,
  request: null,
  waitsFor: [],
  soonest: null,
  item: itemOf({ id }),
  next,
})

const addressOf = (id: string, list: ListName = 'all') => itemAddress(list, { kind: 'payout', id })

beforeAll(() => listenForHotkeys(document))
beforeEach(() => {
  giveHeight()
  signInAs('risk')
})

/** The screen as the router draws it: the list and the item are those of the address. */
function AtAddress() {
  const { pathname } = useLocation()
  const key = keyInAddress(pathname)
  const [kind, id] = key?.split('/') ?? []
  const list = (pathname.split('/')[2] ?? 'all') as ListName
  return <WorkScreen list={list} item={kind && id ? { kind: kind as WorkKind, id } : null} />
}

async function open(
  answer: NonNullable<Answers[typeof decide]>,
  { list = 'all', waiting = rows }: { list?: ListName; waiting?: WorkRow[] } = {},
) {
  const known = new Set<string>()
  // Each list is read once: what the page shows after a decision is what it knows itself.
  const readList = ({ kind }: { kind: string }): Promise<{ rows: WorkRow[]; next: null }> => {
    const { answer: page, give } = later<{ rows: WorkRow[]; next: null }>()
    if (!known.has(kind)) give({ rows: waiting, next: null })
    known.add(kind)
    return page
  }
  const opened = await openPart(<AtAddress />, {
    answers: {
      'GET /api/console/work/list/{kind}': readList,
      'GET /api/console/work/counts': () => ({ kinds: [] }),
      'GET /api/console/work/item/{kind}/{id}': ({ id }) =>
        itemOf({ ...rows.find((row) => row.id === id), id }),
      'POST /api/console/work/take/{kind}/{id}': () => ({ takenBy: 'nok' }),
      [decide]: answer,
    },
  })
  const { router, user, screen } = opened
  const go = (id: string) => act(async () => router.history.push(addressOf(id, list)))
  const submit = async (): Promise<void> => {
    await user.type(await screen.findByRole('textbox'), 'seen')
    await user.click(screen.getAllByRole('button', { name: /It came back/ }).at(-1)!)
  }
  return { ...opened, go, submit, here: () => router.history.location.pathname }
}

test('DESK-121 who went on before the answer came stays there', async () => {
  const { answer, give } = later<DecisionAnswer>()
  const { go, submit, here, screen, words } = await open(() => answer)
  await go('p-1')
  await submit()
  await go('p-2')
  await screen.findByRole('textbox')
  give(decidedOf('p-1', { kind: 'payout', id: 'p-3' }))
  await vi.waitFor(() => expect(words()).toContain('Booked as returned'))
  expect(here()).toBe(addressOf('p-2'))
})

test('HOUSE-124 Enter follows the row that has the focus, and leads from the row that is open to its item', async () => {
  const { go, here, user, screen } = await open(() => decidedOf('p-1', null))
  await go('p-1')
  const enterAt = async (row: string): Promise<void> => {
    const named = await screen.findAllByRole('link', { name: new RegExp(row) })
    const link = named[0]!
    act(() => link.focus())
    await user.keyboard('{Enter}')
  }
  await screen.findByRole('textbox')
  await enterAt('ONE')
  expect(document.activeElement?.tagName).toBe('H2')
  await enterAt('TWO')
  await vi.waitFor(() => expect(here()).toBe(addressOf('p-2')))
})

test('who waited for the answer is led to the next item that the server names', async () => {
  const { go, submit, here, words } = await open(() =>
    decidedOf('p-1', { kind: 'payout', id: 'p-3' }),
  )
  await go('p-1')
  await submit()
  await vi.waitFor(() => expect(here()).toBe(addressOf('p-3')))
  // What was decided here is neither listed nor counted as new.
  expect(words()).not.toContain('ONE')
  expect(words()).not.toMatch(/\d\snew/)
})

test('HOUSE-101 a list that was empty is read again when it is opened after a decision', async () => {
  const later = rowOf({ kind: 'deposit', id: 'd-1', memberName: 'LATE' })
  const waiting: Partial<Record<string, WorkRow[]>> = { payout: rows, deposit: [] }
  const { user, router, screen, words } = await openPart(<AtAddress />, {
    answers: {
      'GET /api/console/work/list/{kind}': ({ kind }) => ({
        rows: waiting[kind] ?? [],
        next: null,
      }),
      'GET /api/console/work/counts': () => ({ kinds: [] }),
      'GET /api/console/work/item/{kind}/{id}': ({ id }) => itemOf({ id }),
      'POST /api/console/work/take/{kind}/{id}': () => ({ takenBy: 'nok' }),
      [decide]: () => decidedOf('p-1', null),
    },
  })
  const go = (address: string) => act(async () => router.history.push(address))
  await go(workAddress('deposit'))
  await screen.findByText(/belongs to nobody yet/)
  await go(addressOf('p-1', 'payout'))
  await user.type(await screen.findByRole('textbox'), 'seen')
  waiting['deposit'] = [later]
  await user.click(screen.getAllByRole('button', { name: /It came back/ }).at(-1)!)
  await vi.waitFor(() => expect(words()).toContain('Booked as returned'))
  await go(workAddress('deposit'))
  await screen.findByText('LATE', { exact: false })
})

test('in a list of one kind the next item is one of that kind', async () => {
  const { go, submit, here } = await open(() => decidedOf('p-1', { kind: 'deposit', id: 'd-9' }), {
    list: 'payout',
  })
  await go('p-1')
  await submit()
  await vi.waitFor(() => expect(here()).toBe(addressOf('p-2', 'payout')))
})

test('after the last item the list is shown, without an open one', async () => {
  const { go, submit, here, screen } = await open(() => decidedOf('p-1', null), {
    waiting: [rows[0]!],
  })
  await go('p-1')
  await submit()
  await vi.waitFor(() => expect(here()).toBe(workAddress('all')))
  await screen.findByText('Choose an item from the list.')
})

test('HOUSE-95 after a decision every list that is opened is read again: what was decided may have put something there', async () => {
  const { go, submit, here, router, sentTo } = await open(
    () => decidedOf('p-1', { kind: 'payout', id: 'p-2' }),
    { list: 'payout' },
  )
  const readsOfAll = () =>
    sentTo('GET /api/console/work/list/{kind}').filter(({ kind }) => kind === 'all').length
  await act(async () => router.history.push(workAddress('all')))
  await vi.waitFor(() => expect(readsOfAll()).toBe(1))
  await go('p-1')
  await submit()
  await vi.waitFor(() => expect(here()).toBe(addressOf('p-2', 'payout')))
  await act(async () => router.history.push(workAddress('all')))
  await vi.waitFor(() => expect(readsOfAll()).toBe(2))
})

test('a refused decision leads nowhere', async () => {
  const { go, submit, here, screen } = await open(() => refuse('NO_RIGHT', {}, 403))
  await go('p-1')
  await submit()
  await screen.findByText('Your roles do not allow this.')
  expect(here()).toBe(addressOf('p-1'))
})

test('DESK-120 j and k step through the list, each from where the one before has led; Escape closes', async () => {
  const { user, screen, here } = await open(() => refuse('NO_RIGHT'))
  await screen.findByText('TWO', { exact: false })
  await user.keyboard('jjj')
  await vi.waitFor(() => expect(here()).toBe(addressOf('p-3')))
  await user.keyboard('k')
  await vi.waitFor(() => expect(here()).toBe(addressOf('p-2')))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(here()).toBe(workAddress('all')))
})
