/** Texts of the first screen behind the login. */
export type HomeText = {
  greeting: (name: string) => string
  total: string
  split: string
  wallet: string
  others: string
  coin: string
  referral: string
  receive: string
  updated: (ago: string) => string
  updating: string
  never: string
  stale: (ago: string) => string
  staleUnknown: string
  late: string
  refresh: string
  transfer: string
  shortcuts: {
    label: string
    deposit: string
    withdraw: string
    refreshAll: string
    spin: string
    bonus: string
    invite: string
    refund: string
  }
  failed: string
  kept: string
}

/** Texts of the games and of a member's account at one of them. */
export type GamesText = {
  title: string
  groups: { label: string; slot: string; sport: string; lotto: string }
  search: string
  clear: string
  found: (count: number) => string
  noneFound: (words: string) => string
  empty: string
  recent: string
  open: string
  shut: string
  shutSafe: (name: string, amount: string) => string
  balance: string
  converted: (amount: string) => string
  asOf: (ago: string) => string
  invite: (name: string) => string
  inviteLead: string
  activate: string
  play: string
  noPlay: string
  ready: string
  goThere: string
  closed: string
  move: string
  amount: string
  all: string
  moveAll: (amount: string) => string
  moveSome: (amount: string) => string
  left: (wallet: string, game: string) => string
  playWithout: string
  moveOnly: string
  moveOnlyHint: string
  credentials: string
  username: string
  password: string
  hidden: string
  reveal: string
  conceal: string
  credentialsFailed: string
  reset: string
  resetLead: string
  resetDone: string
  apps: string
  android: string
  ios: string
}
