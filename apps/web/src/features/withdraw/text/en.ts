import type { TextOf } from '#text/text-of.ts'
import { withdrawalStanding } from '#text/en/withdraw/standing.ts'

export const withdrawText = {
  title: 'Withdraw',
  total: 'Available to withdraw',
  places: 'Where your money is',
  gathered: 'Money in games goes to your main wallet first.',
  amount: 'Amount to withdraw',
  all: 'All',
  limits: (min: string, max: string) => `From ${min} to ${max} at a time`,
  left: (amount: string) => `${amount} will be left in your main wallet.`,
  short: 'That is more than your available balance.',
  notYet: (amount: string, total: string) => `${amount} not yet · ${total} in all`,
  nothing: 'There is nothing to withdraw yet.',
  /** Why not, beside a bonus that is not met and prizes to be played. */
  notYets: {
    maximum: (amount: string) => `Your bonus allows a withdrawal of at most ${amount}.`,
    deducted: (amount: string) =>
      `${amount} will be deducted, because a bonus ends with its withdrawal.`,
    check: 'We are checking your bonus before you can withdraw. Your money is safe.',
    ask: 'Write to us',
  },
  kept: (amount: string, toPlay: string) =>
    `${amount} came from rewards and can be withdrawn once you have played another ${toPlay}.`,
  /** About a bonus whose condition applies to the money. */
  lock: {
    label: 'What holds your money',
    by: 'Locked by',
    missing: {
      turnover: (amount: string) => `${amount} left to play`,
      balance: (amount: string) => `${amount} left to reach`,
    },
    met: 'Your bonus condition is met',
    whole: 'Withdraw everything at once: what is left after the withdrawal is deducted.',
    progress: 'Progress',
    reached: (reached: string, target: string) => `${reached} of ${target}`,
    see: 'See the bonus',
  },
  review: (amount: string, account: string) => `${amount} to ${account}`,
  reference: (number: string) => `Reference ${number}`,
  to: 'Paid to',
  onlyThere: 'We only pay to your registered account.',
  errors: {
    minimum: (amount: string) => `Please withdraw at least ${amount}.`,
    maximum: (amount: string) => `Please withdraw at most ${amount} at a time.`,
  },
  refused: {
    most: (amount: string) => `You can withdraw ${amount}.`,
  },
  submit: 'Withdraw',
  failed: 'The withdrawal could not be loaded. Your money is safe.',
  done: 'Wait for the transfer',
  doneLead: (amount: string) =>
    `We have your request for ${amount} and have set the money aside. Please wait until it arrives in your account.`,
  tracker: {
    ...withdrawalStanding,
    meantFor: 'Account it was going to',
    label: 'Withdrawal progress',
    steps: {
      collecting: 'Collected from your games',
      held: 'Set aside for you',
      review: 'Our check',
      sent: 'Sent to the bank',
      paid: 'In your account',
    },
    until: (time: string) => `It can be paid from ${time}.`,
    asked: (time: string) => `Requested on ${time}`,
    usual: (time: string) => `Usually takes about ${time}.`,
    checked: (time: string) => `If our staff check it, about ${time}.`,
    length: {
      minutes: (count: number) => `${count}\u00A0min`,
      hours: (count: number) => `${count}\u00A0h`,
    },
    slow: 'This is taking longer than usual. Your money is safe.',
    /** In its place while nobody knows yet what is usual. */
    waited: (time: string) => `It has been waiting for more than ${time}. Your money is safe.`,
    ask: 'Write to us',
    mayLeave:
      'You can close this page. Your withdrawal continues, and the home page will show the result.',
  },
}

/** Texts on money on its way to the member's bank account. */
export type WithdrawText = TextOf<typeof withdrawText>
