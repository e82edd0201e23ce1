// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { AgreementPart } from './agreement-part.tsx'

const call = 'GET /api/lookup/agreements'
const [first, changed] = [['<p>Be fair.</p>'], ['<p>Be fair and kind.</p>']]

type Visit = {
  memberId?: string
  text?: readonly string[]
  isFree?: boolean
  isSetUp?: boolean
  answers?: Answers
}

/** Home is entered; `enteredAt` is so long ago that there is nothing to wait for. */
async function visit(about: Visit = {}) {
  const { memberId = 'M1', text = first, isFree = true, isSetUp = false, answers } = about
  const enteredAt = Date.now() - 1_500
  const part = <AgreementPart memberId={memberId} enteredAt={enteredAt} isFree={isFree} />
  const given = answers ?? { [call]: () => ({ agreements: [...text] }) }
  const opened = await openPart(part, { answers: given })
  const wanted = isSetUp ? 0 : 1
  await vi.waitFor(() => expect(opened.sentTo(call).length).toBeGreaterThanOrEqual(wanted))
  await new Promise((resolve) => setTimeout(resolve, 30))
  return opened
}

const isAsked = () => document.querySelector('dialog') !== null

async function agree(about: Visit = {}): Promise<void> {
  const { press, close } = await visit(about)
  expect(isAsked()).toBe(true)
  await press('I have read it and agree')
  expect(isAsked()).toBe(false)
  close()
}

test('AGR-02 SAY-64 a member who has agreed is not asked again, and every other one is', async () => {
  await agree()
  const again = await visit()
  expect(isAsked()).toBe(false)
  again.close()
  await agree({ memberId: 'M2' })
  const still = await visit()
  expect(isAsked()).toBe(false)
  still.close()
})

test('SAY-64 a changed text is asked for again, and then no more', async () => {
  await agree()
  await agree({ text: changed })
  await visit({ text: changed })
  expect(isAsked()).toBe(false)
})

test('AGR-02 STORE-01 a device that was set up as agreed asks nobody, until somebody agrees on it', async () => {
  localStorage.setItem('remember-agreement', 'true')
  const { sentTo, close } = await visit({ isSetUp: true })
  expect([isAsked(), sentTo(call)]).toEqual([false, []])
  close()
  localStorage.setItem('agreed', '{"M2":[1]}')
  await agree()
})

test('OP-B03 closed without agreement it comes back; without a text, or an answer, it does not come', async () => {
  const { press, close } = await visit()
  await press('Close')
  expect(isAsked()).toBe(false)
  close()
  const again = await visit()
  expect(isAsked()).toBe(true)
  again.close()
  const empty = await visit({ text: [] })
  expect(isAsked()).toBe(false)
  empty.close()
  await visit({ answers: { [call]: () => refuse('INTERNAL_SERVER_ERROR', {}, 500) } })
  expect(isAsked()).toBe(false)
})

test('SAY-64 it is asked 1,500 ms after home was entered, and not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  try {
    const part = <AgreementPart memberId="M1" enteredAt={Date.now()} isFree />
    const opening = openPart(part, { answers: { [call]: () => ({ agreements: [...first] }) } })
    await act(() => vi.advanceTimersByTimeAsync(0))
    await opening
    await act(() => vi.advanceTimersByTimeAsync(1_450))
    expect(isAsked()).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(isAsked()).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('it waits while another sheet is open', async () => {
  await visit({ isFree: false })
  expect(isAsked()).toBe(false)
})
