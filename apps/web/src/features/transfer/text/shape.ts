/** Texts of moving money between the wallet and games. */
export type TransferText = {
  title: string
  from: string
  to: string
  choose: string
  source: string
  swap: string
  amount: string
  all: string
  short: string
  errors: {
    choose: string
    same: string
    minimum: (amount: string) => string
  }
  refused: { has: (place: string, amount: string) => string; all: string }
  submit: string
  again: string
  everything: {
    open: (place: string) => string
    title: string
    sentence: (amount: string, place: string) => string
    confirm: string
    nothing: string
  }
  stages: {
    label: string
    aside: (place: string) => string
    asking: (place: string) => string
    landed: (place: string) => string
    slow: string
    open: string
    mayLeave: string
  }
  done: string
  doneLead: (amount: string, from: string, to: string) => string
  doneAll: (place: string) => string
  /** For who has opened no account at a game yet. */
  noGames: string
}
