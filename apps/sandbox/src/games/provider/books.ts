import type { SandboxClock } from '../../clock.ts'

const movementsMax = 5000
// Ten million: the credit that the operator may still transfer in.
const bankAtStart = 1_000_000_000

export const movementKinds = ['in', 'out', 'bet', 'win', 'void', 'set'] as const
export type MovementKind = (typeof movementKinds)[number]

export type Movement = {
  id: number
  at: string
  username: string
  kind: MovementKind
  /** Hundredths, negative when they leave the member. */
  amount: number
  before: number
  after: number
  reference: string | null
}

/** The owner of a balance; only the books change it. */
export type Holder = { readonly username: string; balance: number }

type NewMovement = { kind: MovementKind; amount: number; reference?: string | null }

type MovedBefore = Pick<Movement, 'username' | 'amount' | 'at'> & { reference: string }

export type Books = {
  /** Moves an amount between the member and the bank (transfers) or the house (everything else). */
  post: (holder: Holder, posting: NewMovement) => Movement
  /** A transfer of before: it is listed and found, and moves nothing again. */
  keep: (moved: MovedBefore) => void
  firstOf: (reference: string) => Movement | undefined
  list: (filter?: MovementFilter) => Movement[]
  totals: () => { bank: number; house: number }
  reset: () => void
}

export type MovementFilter = {
  username?: string | undefined
  kind?: MovementKind | undefined
  limit?: number | undefined
}

/** A provider's books: the sum of bank, house and members never changes. */
export function createBooks(clock: SandboxClock): Books {
  let bank = bankAtStart
  let house = 0
  let movements: Movement[] = []
  let lastId = 0
  const byReference = new Map<string, Movement>()

  const note = (movement: Movement): void => {
    const { reference } = movement
    movements.push(movement)
    if (movements.length > movementsMax) movements.shift()
    if (reference !== null && !byReference.has(reference)) byReference.set(reference, movement)
  }

  return {
    post: (holder, { kind, amount, reference = null }) => {
      lastId += 1
      const before = holder.balance
      holder.balance += amount
      if (kind === 'in' || kind === 'out') bank -= amount
      else house -= amount
      const movement: Movement = {
        id: lastId,
        at: clock.now().toISOString(),
        username: holder.username,
        kind,
        amount,
        before,
        after: holder.balance,
        reference,
      }
      note(movement)
      return movement
    },
    keep: (moved) => {
      lastId += 1
      const kind = moved.amount < 0 ? 'out' : 'in'
      note({ ...moved, id: lastId, kind, before: 0, after: 0 })
    },
    firstOf: (reference) => byReference.get(reference),
    list: ({ username, kind, limit = movementsMax } = {}) =>
      movements
        .filter((movement) => username === undefined || movement.username === username)
        .filter((movement) => kind === undefined || movement.kind === kind)
        .slice(-limit)
        .toReversed(),
    totals: () => ({ bank, house }),
    reset: () => {
      bank = bankAtStart
      house = 0
      movements = []
      byReference.clear()
    },
  }
}
