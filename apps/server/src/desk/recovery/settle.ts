import { textOfMoney, type Money } from '@kapao/contract/money'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Players } from '#money/games/players.ts'
import type { MoveAllDeps } from '#money/transfers/move-all.ts'
import { findByKey } from '#money/transfers/store.ts'
import type { OpenWallet } from '#money/wallet/open.ts'
import { findDoubt } from './doubt-store.ts'
import type { PlayerAccount } from './sources/found.ts'
import { begin, booksAt } from './sources/moves.ts'

/** What an operator has found in the provider's back office: all that was moved, net; positive into the game. */
export type Explanation = PlayerAccount & {
  moved: bigint
  /** What may count as play at most: what was compared when two agreed on it. */
  playMax: bigint
  why: string
  actor: Actor
  requestId: string
}

export type Comparison = { books: Money; reported: Money; play: bigint }

export type DifferenceDesk = {
  /** What would be booked now. */
  compare: (place: PlayerAccount, moved: bigint) => Promise<Comparison>
  /** Books the move and, as play, what else differs, and ends the doubt. A second call changes nothing. */
  settle: (explanation: Explanation) => Promise<Comparison>
}

type SettleDeps = {
  db: Db
  clock: Clock
  ids: Ids
  transfers: MoveAllDeps
  games: Pick<Players, 'askBalance'>
  wallet: Pick<OpenWallet, 'lookAt' | 'setTo'>
}

export function openSettling(deps: SettleDeps): DifferenceDesk {
  return {
    compare: (place, moved) => compare(deps, place, moved),
    settle: (explanation) => settle(deps, explanation),
  }
}

async function compare(deps: SettleDeps, place: PlayerAccount, moved: bigint): Promise<Comparison> {
  const { memberId, game } = place
  if (!(await findDoubt(deps.db, place)))
    throw new OperatorRefused(`${memberId} is not in doubt at ${game}; see kapao recovery show.`)
  const account = await booksAt(deps.transfers, place)
  if (!account) throw new OperatorRefused(`${memberId} has no account at ${game}.`)
  const reported = await deps.games.askBalance(memberId, game, account.currency)
  if (!reported) throw new OperatorRefused(`${game} does not answer now.`)
  const books = account.money
  return { books, reported, play: reported.amount - books.amount - moved }
}

async function settle(deps: SettleDeps, explanation: Explanation): Promise<Comparison> {
  const { db, clock, ids, transfers, wallet } = deps
  const { moved, playMax, why, actor, requestId, ...place } = explanation
  const { memberId, game } = place
  const comparison = await compare(deps, place, moved)
  const { epoch } = (await findDoubt(db, place))!
  const key = `recovered:${epoch}:${game}`
  const known = await findByKey(db, memberId, key)
  // Of one that was cut off the books have some already.
  if (!known && comparison.play > playMax)
    throw new OperatorRefused(
      `${memberId} has more at ${game} than when this was asked for; look at it, and ask again.`,
      'setting-changed',
    )
  const { reported } = comparison
  const at = clock.now()
  // Asks for the operator's word before anything is booked.
  await recordAudit(db, {
    at,
    actor,
    requestId,
    action: 'recovery.settle',
    subject: `${memberId}:${game}`,
    before: { memberId, books: textOfMoney(comparison.books), reported: textOfMoney(reported) },
    after: { moved: textOfMoney({ ...reported, amount: moved }), why },
  })
  if (moved !== 0n && known?.state !== 'done') {
    const money = { ...reported, amount: moved < 0n ? -moved : moved }
    const direction = moved > 0n ? 'in' : 'out'
    // What is taken out must have been won before it was.
    if (
      direction === 'out' &&
      !known &&
      !(await wallet.setTo(memberId, game, reported.amount - moved))
    )
      throw new OperatorRefused('The game has moved meanwhile; try again.')
    const id = known?.id ?? ids.key()
    if (!known && !(await begin(transfers, place, { reference: id, key, direction, money, at })))
      throw new OperatorRefused(
        `The wallet has less than ${textOfMoney(money)}, or another transfer is open there.`,
      )
    await transfers.transfers.end({ id, memberId, done: true, why })
  }
  await wallet.lookAt(memberId, game, true)
  return comparison
}
