// @vitest-environment jsdom
import { withdrawalStages } from '@kapao/contract/withdrawals'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { readStored } from '#core/storage.ts'
import { isOpen, usePolling, useWatched, type Withdrawal } from './current.ts'

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
  const { result, rerender } = renderHook(
    (withdrawal: Pick<Withdrawal, '_id' | 'stage'>) => useWatched(withdrawal as Withdrawal),
    { initialProps: { _id: 'w1', stage: 'PAID' } },
  )
  expect([result.current, readStored(watchedWithdrawalKey)]).toEqual([false, null])
  rerender({ _id: 'w2', stage: 'SENT' })
  expect([result.current, readStored(watchedWithdrawalKey)]).toEqual([true, 'w2'])
  rerender({ _id: 'w2', stage: 'RETURNED' })
  expect([result.current, readStored(watchedWithdrawalKey)]).toEqual([false, 'w2'])
})

test('it is asked for every 15 seconds while something is open, and no longer', () => {
  vi.useFakeTimers()
  const refetch = vi.fn(() => Promise.resolve())
  const { rerender } = renderHook((isWaiting: boolean) => usePolling(isWaiting, refetch), {
    initialProps: false,
  })
  vi.advanceTimersByTime(60_000)
  expect(refetch).not.toHaveBeenCalled()
  rerender(true)
  vi.advanceTimersByTime(45_000)
  expect(refetch).toHaveBeenCalledTimes(3)
  rerender(false)
  vi.advanceTimersByTime(60_000)
  expect(refetch).toHaveBeenCalledTimes(3)
})
