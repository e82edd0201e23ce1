import type { Receipt } from '@kapao/contract/statement'
import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import type { GameClient, Move, Moved } from '#outside/games/client.ts'
import { setOpenState, setSent, type Ending, type Transfer } from './store.ts'

export type TransferDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  accounts: AccountBook
  /** Every code that is offered to anybody. */
  listGames: () => Promise<readonly string[]>
  /** The provider and the name that it knows the member by; null while either is missing. */
  findPlayer: (
    memberId: string,
    game: string,
  ) => Promise<{ client: GameClient; username: string } | null>
  lockMember: (tx: Tx, memberId: string) => Promise<void>
  /** Where tests end the process; nothing anywhere else. */
  passStep: (step: Step) => void
  /** Shorter in tests, both. */
  askAgainAfterMs?: readonly number[]
  answerWithinMs?: number
}

/** The moments between which a process may die. */
export type Step = 'held' | 'noted' | 'answered' | 'settled'

export type Caller = { memberId: string; key: string | null; requestId: string }

/** What a money call answers with; amounts in their inner form. */
export type TransferReceipt = Omit<Receipt, 'amount'> & { amount: Money }

export type Mover = TransferDeps & { end: (ending: Ending) => Promise<void> }

/** Together longer than the five seconds for which a provider refuses to pay out after a round was ended. */
const commonAskAgainAfterMs = [500, 2_500, 2_500]

/**
 * Carries held money to or from the provider and settles what became of it: done, returned after a clear refusal, else
 * unknown. Called once for each transfer; whatever comes later asks, or sends again under the same reference.
 */
export async function carry(deps: Mover, transfer: Transfer): Promise<void> {
  const { id, memberId } = transfer
  deps.passStep('held')
  const player = await deps.findPlayer(memberId, transfer.game!)
  if (!player) return deps.end({ id, memberId, done: false, why: 'the provider is not set up' })
  const { client, username } = player
  const move = moveOf(transfer, username)
  if (!client.countsOnce) {
    // What cannot be sent twice must be known to have been sent, and without a reference balances are all there is.
    const before = await client.readBalance(username, transfer.currency)
    if (before.outcome !== 'balance')
      return deps.end({ id, memberId, done: false, why: before.why })
    if (!(await setSent(deps.db, id, before.money.amount))) return
    deps.passStep('noted')
  }
  if (move.direction === 'out') await client.kick?.(username)

  let moved = await client.move(move)
  deps.passStep('answered')
  if (moved.outcome === 'refused') return deps.end({ id, memberId, done: false, why: moved.why })
  if (moved.outcome === 'unknown') {
    await setOpenState(deps.db, id, { state: 'unknown', why: moved.why })
    moved = await askSoon(deps, client, { move, since: transfer.createdAt })
  }
  if (moved.outcome !== 'done') return
  await deps.end({ id, memberId, done: true, why: '' })
  deps.passStep('settled')
}

type Client = NonNullable<Awaited<ReturnType<TransferDeps['findPlayer']>>>['client']

/** Most often a lost answer is found while the member still waits. A no that comes now may be overtaken by the first call. */
async function askSoon(
  { askAgainAfterMs = commonAskAgainAfterMs }: Mover,
  client: Client,
  { move, since }: { move: Move; since: Date },
): Promise<Moved> {
  for (const waitMs of askAgainAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const answer = await askOnce(client, move, since)
    if (answer.outcome === 'done') return answer
  }
  return { outcome: 'unknown', why: 'it is not known yet' }
}

/** Looks it up where that is possible and, where the reference counts once, sends it again. */
export async function askOnce(client: Client, move: Move, since: Date): Promise<Moved> {
  if (client.lookUp) {
    const looked = await client.lookUp({ ...move, since })
    if (looked.outcome === 'done' || looked.outcome === 'unknown') return looked
    if (looked.outcome !== 'absent' || !client.countsOnce)
      return { outcome: 'unknown', why: 'they do not know it, which proves nothing' }
  }
  return client.countsOnce
    ? client.move(move)
    : { outcome: 'unknown', why: 'they cannot be asked about one transfer' }
}

export function moveOf(transfer: Transfer, username: string): Move {
  return {
    username,
    reference: transfer.id,
    direction: transfer.kind === 'in' ? 'in' : 'out',
    money: { amount: transfer.amount, currency: transfer.currency },
  }
}
