import type { TextOf } from '#text/text-of.ts'
import { withdrawalStanding } from '#text/en/withdraw/standing.ts'

export const underWayText = {
  withdrawable: (amount: string) => `${amount} can be withdrawn`,
  notYet: (amount: string) => `${amount} not yet`,
  title: 'In progress',
  arrival: 'Received',
  arrived: (amount: string) => `+${amount} received`,
  withCoins: (coins: string) => `and ${coins}`,
  receipt: 'Receipt',
  /** The three are what the buttons of home do. */
  start: {
    title: 'Start in three steps',
    steps: ['Deposit', 'Transfer to a game', 'Play'],
    film: 'Watch how it works',
  },
  next: {
    again: (name: string) => `Continue ${name}`,
    there: (amount: string) => `${amount} there`,
  },
  more: (count: number) => (count === 1 ? '1 more' : `${count} more`),
  deposit: {
    QR: 'QR code not paid yet',
    SLIP: 'Checking your slip',
    HELD: 'We have your money and are checking it',
    BONUS: 'Received, and on hold until your bonus ends',
    OTHER: 'Waiting for your deposit',
  },
  /** After the member has said that a QR code is paid. */
  paid: 'Waiting for the bank',
  left: (time: string) => `${time} left`,
  transfer: 'Checking your transfer',
  bonus: 'Not yet withdrawable',
  prizes: (amount: string) => `Not yet withdrawable · ${amount} from rewards`,
  toPlay: (amount: string) => `${amount} left to play`,
  checking: 'We are checking it before you can withdraw. Your money is safe.',
  progress: 'Progress',
  missing: (amount: string) => `${amount} left`,
  met: 'The condition is met: you can withdraw now.',
  /** While something else still stands in the way. */
  metOnly: 'The condition is met.',
  ending: 'The bonus is ending.',
  withdrawal: { ...withdrawalStanding, read: 'Close this message' },
}

/** Texts of home's stack of open transactions, and of what a member's money is available for. */
export type UnderWayText = TextOf<typeof underWayText>
