// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPart } from '../../testing/open-part.tsx'
import { PendingNotes } from './pending-notes.tsx'

afterEach(() => vi.useRealTimers())

const sentence = 'There is no answer yet.'

async function open(isBusy: boolean) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const part = await openPart(
    <>
      <PendingNotes />
      <div aria-busy={isBusy} data-waits />
    </>,
  )
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { ...part, wait }
}

test('SAY-43 what has been awaited for eight seconds is said, once', async () => {
  const { words, wait } = await open(true)
  await wait(6_000)
  expect(words()).not.toContain(sentence)
  await wait(3_000)
  expect(words()).toContain(sentence)
  // A toast goes by itself, and the same wait brings no other.
  await wait(20_000)
  expect(words()).not.toContain(sentence)
})

test('SAY-43 where nothing waits nothing is said', async () => {
  const { words, wait } = await open(false)
  await wait(20_000)
  expect(words()).not.toContain(sentence)
})
