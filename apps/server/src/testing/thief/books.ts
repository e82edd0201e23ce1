/** A stake at a provider, as the provider's own book has it. */
export type Bet = {
  memberId: string
  game: string
  /** The percentage of it that counts towards turnover. */
  share: number
  stake: bigint
  placedAt: Date
  /** The member on the other side of it, where two have arranged it. */
  against: string | null
  /** Null while it is open; a void bet returns its stake. */
  result: { won: bigint; isVoid: boolean; at: Date } | null
}

/** A bonus or a code with its condition. */
export type Condition = {
  memberId: string
  code: string
  kind: 'balance' | 'turnover'
  amount: bigint
  /** Everything that the member had when it was given. */
  had: bigint
  target: bigint
  /** What a member may keep although they give it up. */
  endAmount: bigint
  since: Date
  until: Date | null
  /** For balance targets: whether it was reached, which only a whole wallet shows. */
  isReached: boolean
}

type Sum = { memberId: string; amount: bigint }

/** The path of everyone's money as outside parties have seen it; in satang. */
export type Books = {
  members: readonly { id: string; invitedBy: string | null }[]
  /** What banks, gateways and envelopes have brought from a member. */
  paidIn: readonly Sum[]
  /** What has arrived at a member's bank. */
  paidOut: readonly Sum[]
  bets: readonly Bet[]
  conditions: readonly Condition[]
  prizes: readonly Sum[]
  /** What one operator gave alone, and whether it is listed for review. */
  alone: readonly (Sum & { isListed: boolean })[]
}

/** The operator's promises, in its own terms. */
export type Promises = {
  /** In ten-thousandths. */
  refundRate: bigint
  inviteRate: bigint
  periodOf: (at: Date) => string
  coinPer: bigint
  prizeMax: bigint
  /** `shareMax`: in percent of what the member had, of a share of a deposit. */
  campaigns: ReadonlyMap<string, { timesMax: number; amountMax: bigint; shareMax?: bigint }>
  /** Off: what one operator gave alone counts as explained. */
  aloneMustBeListed: boolean
}
