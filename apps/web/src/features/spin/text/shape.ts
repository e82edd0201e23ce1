/** Texts of the wheel, of what it wins, and of how to check it. */
export type SpinText = {
  title: string
  off: string
  failed: string
  home: string
  wheel: (name: string, sectors: number) => string
  /** The button as it is read out; the same in lines as it is seen, above the unit. */
  spin: (coins: string) => string
  hub: (figure: string) => readonly [word: string, count: string]
  have: (coins: string, price: string) => string
  noCoins: string
  turning: string
  thrownAway: string
  fell: (label: string) => string
  won: {
    title: string
    sentence: (label: string) => string
    coupon: (label: string) => string
    nothing: (label: string) => string
  }
  odds: { title: string; lead: string; sector: string; chance: string }
  coupons: {
    title: string
    empty: string
    failed: string
    prize: string
    amount: string
    until: (day: string) => string
    claim: string
    claimOf: (label: string) => string
  }
  claim: {
    title: string
    sentence: (label: string, amount: string) => string
    confirm: string
    cancel: string
    done: string
    doneLead: (label: string) => string
  }
  proof: {
    open: string
    title: string
    lead: string
    promise: string
    none: string
    check: string
    checking: string
    fair: (spin: number) => string
    steps: { promise: string; odds: string; draw: string }
    unfair: string
    later: string
    seed: string
    words: string
  }
}
