// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { readDraft, writeDraft } from '#core/page/draft.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { FormValues } from './form.ts'
import { draftOf } from './use-decision.ts'

const call = 'POST /api/console/work/decide/{kind}/{id}'

const item: WorkItem = {
  kind: 'payout',
  id: 'p-1',
  since: '2026-03-02T05:00:00.000Z',
  memberId: 'A1B2C3D4E5F6',
  memberName: 'SO••• JA•••',
  sum: null,
  why: { code: 'alone', detail: null },
  takenBy: null,
  waits: null,
  amberAt: '2026-03-02T06:00:00.000Z',
  redAt: '2026-03-02T07:00:00.000Z',
  panels: [],
  candidates: [],
  decisions: [],
  decided: null,
  undoUntil: null,
}
const offer: DecisionOffer = {
  name: 'returned',
  fields: ['why'],
  isCertain: false,
  waitsFor: null,
  soonest: null,
  alone: null,
  barred: null,
  effect: 'ends-without-money',
}
const done: ConsoleCallOutput<typeof call> = {
  state: 'done',
  why: null,
  request: null,
  waitsFor: [],
  soonest: null,
  item,
  next: null,
}
const again: Answers = {
  'GET /api/console/work/list/{kind}': () => ({ rows: [], next: null }),
  'GET /api/console/work/counts': () => ({ kinds: [] }),
  'GET /api/console/work/item/{kind}/{id}': () => item,
}

async function open(answer: NonNullable<Answers[typeof call]>, part: Partial<DecisionOffer> = {}) {
  const onNext = vi.fn()
  function Typing() {
    const [typed, setTyped] = useState<FormValues>({})
    const shown = { item, offer: { ...offer, ...part }, typed, onType: setTyped, onNext }
    return <DecisionForm {...shown} takesFocus />
  }
  writeDraft(draftOf(item), 'half a sentence')
  const opened = await openPart(<Typing />, { answers: { ...again, [call]: answer } })
  const submit = opened.screen.getByRole('button')
  return { ...opened, onNext, submit, sentDecisions: () => opened.sentTo(call) }
}

describe('a decision', () => {
  test.each(['', '   '])(
    'without a reason (%j) is not sent, and the field says so',
    async (why) => {
      const { user, screen, submit, sentDecisions, words } = await open(() => done)
      if (why !== '') await user.type(screen.getByRole('textbox'), why)
      await user.click(submit)
      expect(sentDecisions()).toEqual([])
      expect(words()).toContain('Required')
    },
  )

  test('is sent once, whatever is pressed, with its words and a key; then its draft is gone', async () => {
    const { answer, give } = later<typeof done>()
    const { user, screen, submit, sent, sentDecisions, onNext } = await open(() => answer)
    await user.type(screen.getByRole('textbox'), ' the bank says no ')
    await user.click(submit)
    await user.click(submit)
    await user.type(screen.getByRole('textbox'), '{Enter}')
    expect(sentDecisions()).toEqual([
      { kind: 'payout', id: 'p-1', decision: 'returned', why: 'the bank says no' },
    ])
    expect(sent[0]!.key).toMatch(/^[\w-]{16,}$/)
    expect(readDraft(draftOf(item))).toBe('half a sentence')
    give(done)
    await vi.waitFor(() => expect(onNext).toHaveBeenCalledWith(null))
    expect(readDraft(draftOf(item))).toBe('')
  })

  test.each([
    ['', 'Required'],
    ['12x', 'An amount, such as 1,250.00'],
  ])(
    'HOUSE-102 an amount %j is not sent; its field says why and has the focus',
    async (typed, said) => {
      const fields: DecisionOffer['fields'] = ['amount', 'why']
      const part = { name: 'received', fields, currency: 'BAHT' } as const
      const { user, screen, submit, sentDecisions } = await open(() => done, part)
      const amount = screen.getByRole('textbox', { name: 'Amount (baht)' })
      if (typed !== '') await user.type(amount, typed)
      await user.type(screen.getByRole('textbox', { name: /^Why/ }), 'reason')
      await user.click(submit)
      await screen.findByText(said)
      expect(sentDecisions()).toEqual([])
      expect(document.activeElement).toBe(amount)
    },
  )

  test('HOUSE-102 a field that is refused says so itself, and has the focus', async () => {
    const answer = () => refuse('FIELD_WRONG', { field: 'amount' }, 400)
    const part: Partial<DecisionOffer> = { name: 'book', fields: ['amount'] }
    const { user, screen, submit, words } = await open(answer, part)
    const amount = screen.getByRole('textbox')
    await user.type(amount, '2,451')
    await user.click(submit)
    await screen.findByText('The message does not name this amount.')
    expect(words()).not.toContain('A field is wrong.')
    expect(document.activeElement).toBe(amount)
  })

  test('HOUSE-127 what was sent back is marked with the reference of its bank and nothing else; without one it is not sent', async () => {
    const part = { name: 'sent', effect: 'marks-sent', fields: ['reference'] } as const
    const { user, screen, submit, sentDecisions, words } = await open(() => done, {
      ...part,
      fields: [...part.fields],
    })
    expect(words()).toContain('Nothing is sent for you: make the bank transfer first')
    const reference = screen.getByRole('textbox', {
      name: 'What the bank calls this transfer back',
    })
    expect(screen.getAllByRole('textbox')).toEqual([reference])
    await user.type(reference, '   ')
    await user.click(submit)
    await screen.findByText('Required')
    expect(sentDecisions()).toEqual([])
    await user.type(reference, 'SCB 4711')
    await user.click(submit)
    expect(sentDecisions()).toEqual([
      { kind: 'payout', id: 'p-1', decision: 'sent', reference: 'SCB 4711' },
    ])
  })

  test('a refusal stays beside the button, with the draft, and nothing goes on', async () => {
    const { user, screen, submit, onNext, words } = await open(() => refuse('NO_RIGHT'))
    await user.type(screen.getByRole('textbox'), 'reason')
    await user.click(submit)
    await screen.findByText('Your roles do not allow this.')
    expect(words()).toContain('Your roles do not allow this.')
    expect(onNext).not.toHaveBeenCalled()
    expect(readDraft(draftOf(item))).toBe('half a sentence')
  })

  test('that will wait names those who may say yes before it is sent', async () => {
    const { words } = await open(() => done, { waitsFor: ['ann', 'bob'] })
    expect(words()).toContain('ann or bob')
  })

  test('HOUSE-51 of an announced deposit names the member; the transfer and our account are chosen, not typed', async () => {
    const at = (minute: string) => ({
      name: 'paidAt' as const,
      value: { form: 'time' as const, at: `2026-03-02T05:${minute}:00.000Z` },
    })
    const party = 'KBANK:1112223334'
    const { user, screen, submit, sentDecisions, words } = await open(() => done, {
      name: 'match',
      effect: 'credits-announcer',
      fields: ['line', 'party', 'why'],
      choices: [
        { field: 'line', value: 'd-1', facts: [at('01')] },
        { field: 'line', value: 'd-2', facts: [at('02')] },
        { field: 'party', value: party, facts: [] },
      ],
    })
    expect(words()).toContain('credited to SO••• JA••• E5F6, who reported it')
    expect(submit.textContent).toBe('Choose the bank’s transfer')
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
    await user.type(screen.getByRole('textbox'), 'receipt')
    await user.click(submit)
    expect(sentDecisions()).toEqual([])
    await user.click(screen.getByRole('radio', { name: /12:02/ }))
    await user.selectOptions(screen.getByRole('combobox'), party)
    await user.click(submit)
    expect(sentDecisions()).toEqual([
      { kind: 'payout', id: 'p-1', decision: 'match', line: 'd-2', party, why: 'receipt' },
    ])
  })

  test.each([
    ['takeback', 'The bank has recalled the money', 'gone'],
    ['reject', 'The identity must be verified first', 'IDENTITY_CHECK'],
  ] as const)('HOUSE-97 the reasons are those of the decision: %s', async (name, said, reason) => {
    const { user, screen, submit, sentDecisions } = await open(() => done, {
      name,
      fields: ['reason', 'why'],
    })
    await user.type(screen.getByRole('textbox'), 'receipt')
    await user.click(submit)
    expect(sentDecisions()).toEqual([])
    await user.selectOptions(screen.getByRole('combobox'), said)
    await user.click(submit)
    expect(sentDecisions()).toEqual([
      { kind: 'payout', id: 'p-1', decision: name, reason, why: 'receipt' },
    ])
  })

  test('HOUSE-37 HOUSE-69 says by what how much of the day of one operator alone is spent', async () => {
    const sum = (amount: string) => ({ amount, currency: 'BAHT' as const })
    const spent = [{ command: 'deposits match', by: 'lek', sum: sum('11000.00') }]
    const alone = { given: sum('12000.00'), max: sum('20000.00'), spent }
    const { words } = await open(() => done, { alone })
    expect(words()).toMatch(/12,000\.00.baht of 20,000\.00.baht/i)
    expect(words()).toMatch(/lek: Credit a deposit to a member, 11,000\.00.baht/i)
  })

  test.each([
    [null, 'Nobody can approve it.'],
    [
      { name: 'ann', at: '2026-03-03T05:00:00.000Z' },
      /Nobody can approve it yet\. ann can from .+\./,
    ],
  ])('PERSON-41 that nobody can confirm it yet is said in words (%j)', async (soonest, said) => {
    const { words } = await open(() => done, { waitsFor: [], soonest })
    expect(words()).toMatch(said)
  })
})

test('HOUSE-107 what was done is said with its sum and its member', async () => {
  const sum = { amount: '3000.00', currency: 'BAHT' as const }
  const { user, screen, submit, words } = await open(() => ({ ...done, item: { ...item, sum } }))
  await user.type(screen.getByRole('textbox'), 'reason')
  await user.click(submit)
  await vi.waitFor(() =>
    expect(words()).toMatch(/3,000\.00.baht · SO••• JA••• E5F6 · Booked as returned/),
  )
})

describe('SECOND-12 what became of a decision is said, not what was pressed:', () => {
  test.each([
    [{ state: 'done', why: null, waitsFor: [] }, 'Booked as returned'],
    [
      { state: 'waits', why: null, waitsFor: ['ann', 'bob'] },
      'Waiting for a second approval from ann or bob',
    ],
    [{ state: 'waits', why: null, waitsFor: [] }, 'Nobody can approve it.'],
    [
      { state: 'refused', why: 'setting-changed', waitsFor: [] },
      'Not done: This was changed in the meantime. Look at it again, then request it again.',
    ],
    [
      { state: 'unclear', why: 'ended-otherwise', waitsFor: [] },
      'Unclear whether it was done: This has ended in another way in the meantime.',
    ],
    [
      { state: 'refused', why: 'A sentence of the server.', waitsFor: [] },
      'A sentence of the server.',
    ],
  ] as const)('%j', async (answer, said) => {
    const { user, screen, submit } = await open(() => ({
      ...done,
      ...answer,
      waitsFor: [...answer.waitsFor],
    }))
    await user.type(screen.getByRole('textbox'), 'reason')
    await user.click(submit)
    expect((await screen.findByText(said, { exact: false })).textContent).toContain(said)
  })
})
