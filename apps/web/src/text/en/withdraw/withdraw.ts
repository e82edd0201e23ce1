import type { WithdrawText } from '#text/withdraw/withdraw-shape.ts'

import { underWayText } from './under-way.ts'

export const withdrawText: WithdrawText = {
  title: 'Withdraw',
  total: 'Available to withdraw',
  places: 'Where your money is',
  gathered: 'Money in games goes to your main wallet first.',
  amount: 'Amount to withdraw',
  all: 'All',
  limits: (min, max) => `From ${min} to ${max} at a time`,
  left: (amount) => `${amount} will be left in your main wallet.`,
  short: 'That is more than your available balance.',
  kept: (amount, toPlay) =>
    `${amount} came from rewards and can be withdrawn once you have played another ${toPlay}.`,
  lock: {
    total: 'In your wallet and games',
    label: 'What holds your money',
    by: 'Locked by',
    missing: {
      turnover: (amount) => `${amount} left to play`,
      balance: (amount) => `${amount} left to reach`,
    },
    met: 'Your bonus condition is met',
    whole: 'Withdraw everything at once: what is left after the withdrawal is deducted.',
    progress: 'Progress',
    reached: (reached, target) => `${reached} of ${target}`,
    see: 'See the bonus',
  },
  review: (amount, account) => `${amount} to ${account}`,
  reference: (number) => `Reference ${number}`,
  to: 'Paid to',
  onlyThere: 'We only pay to your registered account.',
  errors: {
    minimum: (amount) => `Please withdraw at least ${amount}.`,
    maximum: (amount) => `Please withdraw at most ${amount} at a time.`,
  },
  refused: {
    most: (amount) => `You can withdraw ${amount}.`,
    all: 'Tap “All” to withdraw that much.',
    unmoved: 'Nothing was taken. Your money is where it was.',
    play: 'What is left to play stands above, with the way to your bonus.',
  },
  submit: 'Withdraw',
  failed: 'The withdrawal could not be loaded. Your money is safe.',
  done: 'Wait for the transfer',
  doneLead: (amount) =>
    `We have your request for ${amount} and have set the money aside. Please wait until it arrives in your account.`,
  tracker: {
    title: 'Your withdrawal',
    label: 'Withdrawal progress',
    steps: {
      collecting: 'Collected from your games',
      held: 'Set aside for you',
      review: 'Our check',
      sent: 'Sent to the bank',
      paid: 'In your account',
    },
    stages: {
      COLLECTING: 'Collecting it from your games',
      REVIEW: 'Being checked',
      APPROVED: 'Approved, going to the bank',
      SENT: 'Sent to the bank, not confirmed yet',
      PAID: 'Paid into your account',
      RETURNED: 'Back in your main wallet',
      FAILED: 'Withdrawal failed. The money is in your main wallet',
    },
    reasons: {
      ACCOUNT_CHANGED:
        'Your bank account was changed a short time ago, so we wait 24 hours before we pay. This keeps your money safe.',
      UNDER_REVIEW: 'Our staff are reviewing it before we pay. You do not need to do anything.',
      ASKING_BANK:
        'The bank has not confirmed the result yet. We are checking with them, and it will not be paid twice.',
      BANK_REFUSED: 'The bank did not accept it.',
      GAMES_SHORT: 'What came back from your games was less than you asked for.',
      ACCOUNT_CLOSED: 'This bank account is closed or cannot receive money.',
      ACCOUNT_NAME: 'The name on the bank account does not match your member name.',
      IDENTITY_CHECK: 'We need to verify your identity first. Please contact us.',
      BONUS_TERMS: 'The conditions of your bonus are not met yet.',
      SERVICE_TERMS: 'This withdrawal does not comply with the terms of use. Please contact us.',
    },
    until: (time) => `It can be paid from ${time}.`,
    asked: (time) => `Requested at ${time}`,
    minutes: (count) => `Usually takes about ${count}\u00A0min`,
    hours: (count) => `Usually takes about ${count}\u00A0h`,
    slow: 'This is taking longer than usual. Your money is safe.',
    mayLeave:
      'You can close this page. Your withdrawal continues, and the home page will show the result.',
    open: 'See the withdrawal',
    read: 'Close this message',
  },
  underWay: underWayText,
}
