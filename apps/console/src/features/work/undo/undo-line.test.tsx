// @vitest-environment jsdom
import type { WorkItem } from '@kapao/contract/console/work'
import { refuse } from '@kapao/ui/testing/served.ts'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { at, done, itemOf } from '../../../testing/examples.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { DecisionForm } from '../decide/decision-form.tsx'

const undone = 'POST /api/console/work/undo/{kind}/{id}'
const approval = {
  name: 'approve',
  fields: ['whyOptional'],
  isCertain: false,
  waitsFor: null,
  soonest: null,
  alone: null,
  barred: null,
  effect: 'pays-out',
} as const

async function approve(answer: NonNullable<Answers[typeof undone]>, part: Partial<WorkItem> = {}) {
  const item = itemOf({ kind: 'withdrawal', id: 'w-1', ...part })
  const decided = { ...item, undoUntil: at }
  const opened = await openPart(
    <DecisionForm
      item={item}
      offer={{ ...approval, fields: [...approval.fields] }}
      typed={{}}
      onType={() => undefined}
      onNext={() => undefined}
      takesFocus={false}
    />,
    {
      answers: {
        'POST /api/console/work/decide/{kind}/{id}': () => ({
          ...done,
          why: null,
          next: null,
          item: decided,
        }),
        'GET /api/console/work/list/{kind}': () => ({ rows: [], next: null }),
        'GET /api/console/work/counts': () => ({ kinds: [] }),
        [undone]: answer,
      },
    },
  )
  listenForHotkeys(document)
  await opened.user.click(opened.screen.getByRole('button', { name: /Approve/ }))
  const undo = await opened.screen.findByRole('button', { name: /Undo/ })
  return { ...opened, undo, item }
}

test('HOUSE-68 an approval says when it is paid, and one press undoes it', async () => {
  const { user, undo, words, sentTo, screen, item } = await approve(() => ({ item }), {
    sum: { amount: '25000.00', currency: 'BAHT' },
    memberName: 'SO••• JA•••',
  })
  expect(words()).toMatch(/25,000\.00.*SO••• JA••• E5F6 · Approved, will be paid in 10 s/)
  await user.click(undo)
  await screen.findByText('Undone. It is waiting again; no money has moved.')
  expect(sentTo(undone)).toEqual([{ kind: 'withdrawal', id: item.id }])
  expect(screen.queryByRole('button', { name: /Undo/ })).toBe(null)
})

test('HOUSE-68 a letter undoes it, wherever the operator has gone on to', async () => {
  const { user, sentTo, screen, item } = await approve(() => ({ item }))
  await act(async () => (document.activeElement as HTMLElement).blur())
  await user.keyboard('u')
  await screen.findByText(/Undone/)
  expect(sentTo(undone)).toHaveLength(1)
})

test('HOUSE-68 what is reported meanwhile does not push the undoing off the screen', async () => {
  const { user, sentTo, screen, undo } = await approve(() => ({ item: itemOf({}) }))
  act(() => ['one', 'two', 'three', 'four'].forEach(showToast))
  expect(screen.queryByText('one')).toBe(null)
  await user.click(undo)
  await vi.waitFor(() => expect(sentTo(undone)).toHaveLength(1))
})

test('HOUSE-68 one that comes too late says so', async () => {
  const { user, undo, screen } = await approve(() =>
    refuse('DECISION_REFUSED', { why: 'undo-too-late' }),
  )
  await user.click(undo)
  const late =
    'This has already been carried out, or was not decided by you, so it cannot be undone.'
  expect(await screen.findByText(late)).toBeTruthy()
})
