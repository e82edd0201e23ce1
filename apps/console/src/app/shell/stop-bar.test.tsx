// @vitest-environment jsdom
import type { PayoutStop } from '@kapao/contract/console/payouts'
import type { Right } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { keepMe } from '#shared/me.ts'
import { StopButton } from '#shared/payouts/payout-dialogs.tsx'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { StopBar } from './stop-bar.tsx'

const read = 'GET /api/console/payouts'
const resume = 'POST /api/console/payouts/resume'
const stop = 'POST /api/console/payouts/stop'
const found: PayoutStop = {
  id: '7',
  memberId: null,
  since: '2026-03-02T05:00:00.000Z',
  by: null,
  why: 'The books are not whole: each currency sums to zero',
  findings: 2,
}
const again: Answers = { 'GET /api/console/work/counts': () => ({ kinds: [] }) }

function open(stops: PayoutStop[], rights: Right[], answers: Answers = {}) {
  keepMe({ name: 'nok', rights } as never)
  const part = (
    <>
      <StopBar />
      <StopButton />
    </>
  )
  return openPart(part, { answers: { [read]: () => ({ stops }), ...again, ...answers } })
}

test('WHOLE-07 the bar says since when, whose and why, and only who may is offered to let payouts go on', async () => {
  const ofMember = { ...found, id: '8', memberId: 'A1B2C3D4E5F6', by: 'mai', why: 'look at this' }
  const part = await open([found, ofMember, { ...found, id: '9', memberId: 'M' }], ['work.see'])
  const bar = await part.screen.findByRole('alert')
  expect(bar.textContent).toContain('All payouts are stopped')
  expect(part.words()).toContain('the ledger does not add up (2 findings)')
  expect(part.words()).toContain('Payouts of one member are stopped: A1B2C3D4E5F6')
  expect(part.words()).toContain('stopped by mai: look at this')
  expect(part.words()).toContain('Payouts of 1 more are stopped.')
  expect(bar.querySelector('time')?.getAttribute('datetime')).toBe(found.since)
  expect(part.screen.queryByRole('button')).toBeNull()
})

test('WHOLE-07 while nothing is stopped there is no bar, and who may stops everybody with a reason', async () => {
  const part = await open([], ['payouts.stop'], { [stop]: () => ({ stops: [found] }) })
  await part.user.click(await part.screen.findByRole('button', { name: 'Stop payouts' }))
  expect(part.screen.queryByRole('alert')).toBeNull()
  const send = part.screen.getAllByRole('button', { name: 'Stop payouts' }).at(-1)!
  await part.user.click(send)
  expect(part.sentTo(stop)).toEqual([])
  await part.user.type(part.screen.getByRole('textbox'), 'not whole')
  await part.user.click(send)
  expect(part.sentTo(stop)).toEqual([{ memberId: null, why: 'not whole' }])
})

test('WHOLE-07 while those of one member are stopped, those of everybody can be', async () => {
  const part = await open([{ ...found, memberId: 'A1B2C3D4E5F6' }], ['payouts.stop'])
  await part.screen.findByRole('alert')
  expect(part.screen.getByRole('button', { name: 'Stop payouts' })).toBeTruthy()
})

test('WHOLE-07 to let payouts go on asks for a second person, and a refusal stays in sight', async () => {
  let isRefused = true
  const part = await open([found], ['payouts.stop'], {
    [resume]: () => {
      if (isRefused) return refuse('DECISION_REFUSED')
      return { state: 'waits', request: '3', waitsFor: ['mai'], soonest: null }
    },
  })
  await part.user.click(await part.screen.findByRole('button', { name: 'Resume payouts' }))
  expect(part.screen.queryByRole('button', { name: 'Stop payouts' })).toBeNull()
  await part.user.type(part.screen.getByRole('textbox'), 'put back')
  const send = part.screen.getAllByRole('button', { name: 'Resume payouts' }).at(-1)!
  await part.user.click(send)
  const dialog = part.screen.getByRole('dialog')
  expect(dialog.querySelector('[role=alert]')).not.toBeNull()
  isRefused = false
  await part.user.click(send)
  expect(part.sentTo(resume).at(-1)).toEqual({ id: '7', why: 'put back' })
  expect(part.words()).toContain('mai')
})

test.each([
  ['nobody ever can', null, text.work.nobody],
  [
    'somebody can later',
    { name: 'mai', at: found.since },
    'Nobody can approve it yet. mai can from',
  ],
])('WHOLE-07 where nobody can confirm it now it is said who can: %s', async (_, soonest, words) => {
  const part = await open([found], ['payouts.stop'], {
    [resume]: () => ({ state: 'waits', request: '3', waitsFor: [], soonest }),
  })
  await part.user.click(await part.screen.findByRole('button', { name: 'Resume payouts' }))
  await part.user.type(part.screen.getByRole('textbox'), 'put back')
  await part.user.click(part.screen.getAllByRole('button', { name: 'Resume payouts' }).at(-1)!)
  await vi.waitFor(() => expect(part.words()).toContain(words))
})
