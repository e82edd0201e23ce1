import type { TextOf } from '#text/text-of.ts'

export const homeText = {
  greeting: (name: string) => `Hello, ${name}`,
  total: 'Total balance',
  split: 'Where your money is',
  wallet: 'Main wallet',
  others: 'Other games',
  coin: 'Coins',
  referral: 'Referral bonus',
  receive: 'Receive',
  updated: (ago: string) => `Updated ${ago}`,
  updating: 'Updating…',
  stale: (ago: string) => `Could not update. These balances are from ${ago}.`,
  staleUnknown: 'Could not update. Balances may be out of date.',
  late: 'Some games are slow to respond; their balances will appear shortly.',
  refresh: 'Refresh balance',
  transfer: 'Transfer',
  shortcuts: {
    label: 'Shortcuts',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    refreshAll: 'Refresh all',
    spin: 'Lucky wheel',
    bonus: 'Bonus conditions',
    invite: 'Invite friends',
    refund: 'Refund',
  },
  failed: 'Your wallet could not be loaded. Your money is safe.',
  kept: 'Last balances saved on this device',
}

export const gamesText = {
  title: 'Games',
  groups: { label: 'Game types', slot: 'Slot', sport: 'Sport', lotto: 'Lotto' },
  search: 'Search games',
  clear: 'Clear the search',
  found: (count: number) => (count === 1 ? '1 game found' : `${count} games found`),
  noneFound: (words: string) => `No games match “${words}”.`,
  empty: 'There are no games here yet.',
  open: 'Open account',
  shut: 'Closed',
  shutSafe: (name: string, amount: string) =>
    `${name} is closed; your ${amount} is safe. You can transfer it out at any time.`,
  balance: 'Balance in this game',
  converted: (amount: string) => `In game ${amount}`,
  asOf: (ago: string) => `As of ${ago}`,
  invite: (name: string) => `Play ${name}`,
  inviteLead: 'You need a game account. Opening one is free and takes a moment.',
  activate: 'Open account',
  play: 'Play',
  noPlay: 'This game is played in its app.',
  ready: 'Your browser blocked the new tab. The game is ready.',
  goThere: 'Go to the game',
  closed: 'The game could not be opened right now. Please try again in a moment.',
  move: 'Transfer money and play',
  amount: 'Amount',
  all: 'All',
  moveAll: (amount: string) => `Transfer all ${amount} and play`,
  moveSome: (amount: string) => `Transfer ${amount} and play`,
  left: (wallet: string, game: string) => `Leaves ${wallet} in the wallet and ${game} in the game.`,
  playWithout: 'There is no money to transfer. You can go straight to the game.',
  moveOnly: 'Transfer only',
  credentials: 'Your game account',
  username: 'Username',
  password: 'Password',
  hidden: 'Hidden',
  reveal: 'Show password',
  conceal: 'Hide password',
  credentialsFailed: 'Your account could not be loaded.',
  reset: 'New password',
  resetLead:
    'You will get a new password for this game. The old one will stop working, in the app as well.',
  resetDone: 'You have a new password.',
  apps: 'Play in the app',
  android: 'Android',
  ios: 'iPhone',
}

/** Texts of the first screen behind the login. */
export type HomeText = TextOf<typeof homeText>

/** Texts of the games and of a member's account at one. */
export type GamesText = TextOf<typeof gamesText>
