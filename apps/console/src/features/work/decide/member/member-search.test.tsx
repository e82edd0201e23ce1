// @vitest-environment jsdom
import type { Member, MemberRow } from '@kapao/contract/console/members'
import type { WorkItem } from '@kapao/contract/console/work'
import { refuse } from '@kapao/ui/testing/served.ts'
import { act, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { at, done, itemOf } from '../../../../testing/examples.ts'
import { openPart, type Answers } from '../../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { FormValues } from '../form.ts'

const { work, members, refusals } = text
const find = 'POST /api/console/members/search'
const one = 'GET /api/console/members/one/{memberId}'
const weigh = 'GET /api/console/work/weigh/{kind}/{id}/{memberId}'
const decide = 'POST /api/console/work/decide/{kind}/{id}'

const rowOf = (memberId: string, name: string, part: Partial<MemberRow> = {}): MemberRow => ({
  memberId,
  name,
  phone: '08•••••123',
  currency: 'BAHT',
  joinedAt: at,
  isActive: true,
  found: 'name',
  about: null,
  ...part,
})
const somchai = rowOf('A1B2C3D4E5F6', 'SO••• JA•••')
const somsak = rowOf('B1B2C3D4E5F6', 'SO••• DE•••', { isActive: false })

const item: WorkItem = itemOf({ kind: 'deposit', id: 'd-1' })
const offer = {
  name: 'match' as const,
  fields: ['memberId' as const, 'why' as const],
  isCertain: false,
  waitsFor: null,
  soonest: null,
  alone: null,
  barred: null,
  effect: 'credits-member' as const,
}

async function open(answers: Answers, candidates: WorkItem['candidates'] = []) {
  function Typing() {
    const [typed, setTyped] = useState<FormValues>({})
    const shown = { item: { ...item, candidates }, offer, typed, onType: setTyped, onNext: vi.fn() }
    return <DecisionForm {...shown} takesFocus={false} />
  }
  const part = await openPart(<Typing />, {
    answers: {
      [one]: ({ memberId }) =>
        ({
          memberId,
          name: 'SO••• DE•••',
          phone: '08',
          isActive: memberId !== somsak.memberId,
        }) as Member,
      [weigh]: () => refuse('NOT_FOUND', {}, 404),
      [decide]: () => ({ ...done, why: null, item, next: null }),
      'GET /api/console/work/list/{kind}': () => ({ rows: [], next: null }),
      'GET /api/console/work/counts': () => ({ kinds: [] }),
      ...answers,
    },
  })
  const field = part.screen.getByLabelText(work.otherMember)
  // Typed by the library, a field that goes away while it has the focus reports a change in the middle of a drawing.
  const search = (value: string): void => {
    act(() => field.focus())
    fireEvent.change(field, { target: { value } })
  }
  return { ...part, search }
}

test('DESK-126 one letter searches nobody; a member found by several things is listed once', async () => {
  const part = await open({
    [find]: () => ({ members: [somchai, { ...somchai, found: 'phone' }, somsak], isCut: false }),
  })
  part.search('s')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(part.sentTo(find)).toEqual([])
  part.search('so')
  const options = await part.screen.findAllByRole('option')
  expect(part.sentTo(find)).toEqual([{ words: 'so' }])
  expect(options.map((option) => option.textContent.includes(members.inactive))).toEqual([
    false,
    true,
  ])
})

test('DESK-126 the keyboard chooses the second one; Enter in the search never sends the decision', async () => {
  const part = await open({ [find]: () => ({ members: [somchai, somsak], isCut: false }) })
  await part.user.type(part.screen.getByLabelText(work.fields.why), 'the slip')
  part.search('so')
  await part.screen.findAllByRole('option')
  await part.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const chosen = await part.screen.findByRole('group', { name: work.chosenMember })
  await vi.waitFor(() => expect(chosen.textContent).toContain(members.inactive))
  expect(chosen.textContent).toContain(somsak.memberId)
  expect(part.sentTo(decide)).toEqual([])
  await part.user.click(part.screen.getByRole('button', { name: /Credit to a member/ }))
  await vi.waitFor(() =>
    expect(part.sentTo(decide)).toEqual([
      { kind: 'deposit', id: 'd-1', decision: 'match', memberId: somsak.memberId, why: 'the slip' },
    ]),
  )
})

test('DESK-126 a digit chooses the candidate that it stands at, and Enter in the search still sends nothing', async () => {
  const candidateOf = (memberId: string) => ({ memberId, name: 'SO•••', fit: 60, reasons: [] })
  const part = await open(
    {},
    [somchai, somsak].map(({ memberId }) => candidateOf(memberId)),
  )
  listenForHotkeys(document)
  await part.user.type(part.screen.getByLabelText(work.fields.why), 'the slip')
  act(() => (document.activeElement as HTMLElement).blur())
  await part.user.keyboard('2')
  const chosen = part.screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)
  expect(chosen).toEqual([false, true])
  await part.user.click(part.screen.getByLabelText(work.otherMember))
  await part.user.keyboard('{Enter}')
  expect(part.sentTo(decide)).toEqual([])
  await part.user.click(part.screen.getByRole('button', { name: /Credit to a member/ }))
  await vi.waitFor(() =>
    expect(part.sentTo(decide)).toMatchObject([{ memberId: somsak.memberId, why: 'the slip' }]),
  )
})

test('without a member nothing is sent, and one that was dropped is none', async () => {
  const part = await open({ [find]: () => ({ members: [somchai], isCut: false }) })
  await part.user.type(part.screen.getByLabelText(work.fields.why), 'the slip')
  part.search('so')
  await part.user.click((await part.screen.findAllByRole('option'))[0]!)
  await part.user.click(await part.screen.findByRole('button', { name: work.searchAgain }))
  await part.user.click(part.screen.getByRole('button', { name: /Credit to a member/ }))
  expect(part.words()).toContain(work.required)
  expect(part.sentTo(decide)).toEqual([])
})

test('nobody found is said, and a search that was refused is not called nobody', async () => {
  const part = await open({
    [find]: ({ words }) =>
      words === 'nobody' ? { members: [], isCut: false } : refuse('REQUEST_LIMIT', {}, 429),
  })
  part.search('nobody')
  await part.screen.findByText(members.none)
  part.search('nobodyx')
  await part.screen.findByText(refusals.REQUEST_LIMIT)
  expect(part.words()).not.toContain(members.none)
})

test('HOUSE-36 a member who hardly fits the payer is chosen with a warning that says what speaks against it', async () => {
  const fit = { memberId: somchai.memberId, name: somchai.name, fit: 0 }
  const part = await open({
    [find]: () => ({ members: [somchai], isCut: false }),
    [weigh]: () => ({ ...fit, reasons: [{ code: 'name-differs', isFor: false }] }),
  })
  part.search('so')
  await part.user.click(await part.screen.findByRole('option'))
  await part.screen.findByText(work.misfit)
  expect(part.words()).toContain(work.fit['name-differs'].no)
})
