import type { TextOf } from '#text/text-of.ts'
import { withdrawalStanding } from '#text/en/withdraw/standing.ts'

export const underWayText = {
  withdrawable: 'Can be withdrawn',
  inGames: 'In games',
  locked: 'Locked by bonus',
  title: 'Under way',
  nothing: 'Nothing is under way',
  more: (count: number) => (count === 1 ? '1 more' : `${count} more`),
  deposit: {
    QR: 'Waiting for the bank',
    SLIP: 'Checking your slip',
    HELD: 'We have your money and are checking it',
    BONUS: 'Received, and on hold until your bonus ends',
    OTHER: 'Waiting for your deposit',
  },
  transfer: 'Checking your transfer',
  bonus: 'Locked by bonus',
  progress: 'Progress',
  missing: (amount: string) => `${amount} left`,
  met: 'The condition is met: you can withdraw now.',
  ending: 'The bonus is ending.',
  withdrawal: { ...withdrawalStanding, read: 'Close this message' },
}

/** Texts of home's stack of open transactions, and of what a member's money is available for. */
export type UnderWayText = TextOf<typeof underWayText>
