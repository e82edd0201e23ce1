import type { CallOutput } from '@kapao/contract/calls'
import { finalWithdrawalStages } from '@kapao/contract/limits'
import { useEffect } from 'react'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { writeStored } from '#core/storage.ts'

export type Withdrawal = NonNullable<CallOutput<'GET /api/withdrawals/current'>['withdrawal']>

/** A push reports a change at once; polling covers lost pushes, and codes that expire. */
const pollEveryMs = 15_000

export function isOpen({ stage }: Pick<Withdrawal, 'stage'>): boolean {
  return !(finalWithdrawalStages as readonly string[]).includes(stage)
}

/** This device shows its outcome, once. */
export function watchWithdrawal(id: string): void {
  writeStored(watchedWithdrawalKey, id)
}

/** Watches it while it is open; polls while it, or anything else that the answer lists, is. */
export function useFollowed(
  withdrawal: Withdrawal | null | undefined,
  refetch: () => Promise<unknown>,
  isElseOpen = false,
): void {
  const open = withdrawal && isOpen(withdrawal) ? withdrawal._id : null
  const isWaiting = open !== null || isElseOpen
  useEffect(() => {
    if (open !== null) watchWithdrawal(open)
  }, [open])
  useEffect(() => {
    if (!isWaiting) return
    const asking = setInterval(() => isWorthAsking() && void refetch(), pollEveryMs)
    return () => clearInterval(asking)
  }, [isWaiting, refetch])
}
