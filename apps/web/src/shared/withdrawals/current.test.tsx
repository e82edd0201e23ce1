// @vitest-environment jsdom
import { withdrawalStages } from '@kapao/contract/withdrawals'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { readStored } from '#core/storage.ts'
import { isOpen, useFollowed, type Withdrawal } from './current.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('a withdrawal is open in every stage but the final three', () => {
  expect(withdrawalStages.filter((stage) => isOpen({ stage }))).toEqual([
    'COLLECTING',
    'REVIEW',
    'APPROVED',
    'SENT',
  ])
  expect(withdrawalStages.slice(4)).toEqual(['PAID', 'RETURNED', 'FAILED'])
})

test('one that is open is watched on this device, also after its end; others are not', () => {
  const { rerender } = renderHook(
    (part: Pick<Withdrawal, '_id' | 'stage'>) => useFollowed(part as Withdrawal, vi.fn()),
    { initialProps: { _id: 'w1', stage: 'PAID' } },
  )
  expect(readStored(watchedWithdrawalKey)).toBeNull()
  rerender({ _id: 'w2', stage: 'SENT' })
  expect(readStored(watchedWithdrawalKey)).toBe('w2')
  rerender({ _id: 'w2', stage: 'RETURNED' })
  expect(readStored(watchedWithdrawalKey)).toBe('w2')
})

test('the page polls every 15 seconds while it or anything else is open, and no longer', () => {
  vi.useFakeTimers()
  const refetch = vi.fn(() => Promise.resolve())
  const follow = (stage: Withdrawal['stage'], isElseOpen: boolean) => ({ stage, isElseOpen })
  const { rerender } = renderHook(
    ({ stage, isElseOpen }: ReturnType<typeof follow>) =>
      useFollowed({ _id: 'w1', stage } as Withdrawal, refetch, isElseOpen),
    { initialProps: follow('PAID', false) },
  )
  const callsInAMinute = () => {
    refetch.mockClear()
    vi.advanceTimersByTime(60_000)
    return refetch.mock.calls.length
  }
  expect(callsInAMinute()).toBe(0)
  rerender(follow('SENT', false))
  expect(callsInAMinute()).toBe(4)
  rerender(follow('PAID', true))
  expect(callsInAMinute()).toBe(4)
  rerender(follow('PAID', false))
  expect(callsInAMinute()).toBe(0)
})
