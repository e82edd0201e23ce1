import type { TextOf } from '#text/text-of.ts'

export const transferText = {
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
    minimum: (amount: string) => `Please transfer at least ${amount}.`,
  },
  refused: {
    has: (place: string, amount: string) => `There is ${amount} in ${place}.`,
  },
  /** Where the money of a transfer is that a game has refused. */
  failed: {
    fromGame: (game: string) => `The transfer did not go through. Your money is back in ${game}.`,
    betweenGames: (game: string) =>
      `The transfer did not go through. Your money is in ${game} or in your wallet; please check your balances.`,
  },
  submit: 'Transfer',
  again: 'Another transfer',
  everything: {
    open: (place: string) => `Move everything to ${place}`,
    title: 'Move everything',
    sentence: (amount: string, place: string) =>
      `All the money you have elsewhere, ${amount} at last count, will move to ${place}.`,
    confirm: 'Move everything',
    nothing: 'There is nothing to move there.',
  },
  stages: {
    label: 'Transfer progress',
    aside: (place: string) => `Taken from ${place}`,
    asking: (place: string) => `Waiting for ${place} to confirm`,
    arrived: (place: string) => `Arrived at ${place}`,
    slow: 'This is taking longer than usual. Your money is safe.',
    open: 'The game has not confirmed yet. Your money is set aside safely and we are following it up.',
    mayLeave: 'You can close this page. We will let you know as soon as there is a result.',
  },
  done: 'Transfer done',
  doneLead: (amount: string, from: string, to: string) =>
    `Transferred ${amount} from ${from} to ${to}.`,
  doneAll: (place: string) => `Everything is at ${place} now.`,
  /** For a member who has no game account yet. */
  noGames:
    'You have no game account yet. Tap a game on the home page to open one; then you can transfer money there.',
}

/** Texts on moving money between the wallet and games. */
export type TransferText = TextOf<typeof transferText>
