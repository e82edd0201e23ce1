/** A stake at a provider, as the provider's own book has it. */
export type Bet = {
  memberId: string
  game: string
  /** In percent, how much of it counts towards turnover. */
  share: number
  stake: bigint
  placedAt: Date
  /** Null while it is open; a void bet gives its stake back. */
  result: { won: bigint; isVoid: boolean; at: Date } | null
}

/** A bonus or a code under its condition. */
export type Condition = {
  memberId: string
  code: string
  kind: 'balance' | 'turnover'
  amount: bigint
  target: bigint
  /** What a member may keep although they give it up. */
  endAmount: bigint
  since: Date
  until: Date | null
  /** Of a target for balances: whether it was reached, which only a whole wallet tells. */
  isReached: boolean
}

type Sum = { memberId: string; amount: bigint }

/** What became of everybody's money, by those outside who have seen it; in satang. */
export type Books = {
  members: readonly { id: string; invitedBy: string | null }[]
  /** What banks, gateways and envelopes have brought from a member. */
  paidIn: readonly Sum[]
  /** What has arrived at a member's bank. */
  paidOut: readonly Sum[]
  bets: readonly Bet[]
  conditions: readonly Condition[]
  prizes: readonly Sum[]
  /** What one operator gave alone, and whether somebody else is asked to look at it. */
  alone: readonly (Sum & { isListed: boolean })[]
}

/** What the house has promised, in its own terms. */
export type Promises = {
  /** In ten-thousandths. */
  refundRate: bigint
  inviteRate: bigint
  periodOf: (at: Date) => string
  coinPer: bigint
  prizeMax: bigint
  campaigns: ReadonlyMap<string, { timesMax: number; amountMax: bigint }>
  /** Off: what one operator gave alone is explained by that alone. */
  aloneMustBeListed: boolean
}
