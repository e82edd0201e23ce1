import type { UnderWayText } from '#text/withdraw/under-way-shape.ts'

export const underWayText: UnderWayText = {
  withdrawable: 'Can be withdrawn',
  inGames: 'In games',
  locked: 'Locked by bonus',
  title: 'Under way',
  nothing: 'Nothing is under way',
  more: (count) => (count === 1 ? '1 more' : `${count} more`),
  deposit: {
    QR: 'Waiting for the bank',
    SLIP: 'Checking your slip',
    HELD: 'We have your money and are checking it',
    BONUS: 'Here, and on hold until your bonus ends',
    OTHER: 'Waiting for your deposit',
  },
  transfer: 'Checking your transfer',
  bonus: 'Locked by bonus',
  progress: 'Progress',
  missing: (amount) => `${amount} left`,
  met: 'The condition is met: you can withdraw now.',
  ending: 'The bonus is ending.',
}
