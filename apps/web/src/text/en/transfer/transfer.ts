import type { TransferText } from '#text/transfer/transfer-shape.ts'

export const transferText: TransferText = {
  title: 'Transfer',
  from: 'From',
  to: 'To',
  choose: 'Choose',
  swap: 'Swap from and to',
  amount: 'Amount',
  all: 'All',
  after: 'After this transfer',
  short: 'That is more than there is.',
  errors: {
    choose: 'Please choose where the money comes from and where it goes.',
    same: 'Money cannot be transferred to where it already is. Please choose two different places.',
    minimum: (amount) => `Please transfer at least ${amount}.`,
  },
  submit: 'Transfer',
  again: 'Another transfer',
  everything: {
    open: (place) => `Move everything to ${place}`,
    title: 'Move everything',
    sentence: (amount, place) =>
      `All that you have elsewhere goes to ${place}: ${amount} as last known.`,
    confirm: 'Move everything',
    nothing: 'There is nothing to move there.',
  },
  stages: {
    label: 'How the transfer is going',
    aside: (place) => `Taken from ${place}`,
    asking: (place) => `${place} confirms`,
    landed: (place) => `Arrived at ${place}`,
    slow: 'This takes longer than usual. Your money is safe.',
    open: 'The game has not confirmed yet. Your money is set aside safely, and we keep asking.',
    mayLeave: 'You may close this. We tell you as soon as we know.',
  },
  done: 'Transfer done',
  doneLead: (amount, from, to) => `${amount} went from ${from} to ${to}.`,
  doneAll: (place) => `Everything is at ${place} now.`,
  noGames:
    'You have no game account yet. Tap a game on home to open one; then money can move there.',
}
