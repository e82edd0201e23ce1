import type { TransferText } from './shape.ts'

export const transferText: TransferText = {
  title: 'Transfer',
  from: 'From',
  to: 'To',
  choose: 'Choose',
  source: 'From here',
  swap: 'Swap from and to',
  amount: 'Amount',
  all: 'All',
  short: 'That is more than your available balance.',
  errors: {
    choose: 'Please choose where the money comes from and where it goes.',
    same: 'Money cannot be transferred to where it already is. Please choose two different places.',
    minimum: (amount) => `Please transfer at least ${amount}.`,
  },
  refused: {
    has: (place, amount) => `There is ${amount} in ${place}.`,
    all: 'Tap “All” to transfer that much.',
  },
  submit: 'Transfer',
  again: 'Another transfer',
  everything: {
    open: (place) => `Move everything to ${place}`,
    title: 'Move everything',
    sentence: (amount, place) =>
      `All the money you have elsewhere, ${amount} at last count, will move to ${place}.`,
    confirm: 'Move everything',
    nothing: 'There is nothing to move there.',
  },
  stages: {
    label: 'Transfer progress',
    aside: (place) => `Taken from ${place}`,
    asking: (place) => `${place} confirms`,
    landed: (place) => `Arrived at ${place}`,
    slow: 'This is taking longer than usual. Your money is safe.',
    open: 'The game has not confirmed yet. Your money is set aside safely, and we keep asking.',
    mayLeave: 'You can close this page. We will tell you as soon as we know.',
  },
  done: 'Transfer done',
  doneLead: (amount, from, to) => `${amount} went from ${from} to ${to}.`,
  doneAll: (place) => `Everything is at ${place} now.`,
  noGames:
    'You have no game account yet. Tap a game on the home page to open one; then you can transfer money there.',
}
