import { nameOfCall } from '@kapao/contract/calls'
import { mainWallet, transferMin } from '@kapao/contract/limits'
import { decimalsOf, moneyFromText, type AmountText } from '@kapao/contract/money'
import { transfer as transferCall } from '@kapao/contract/transfers'
import { dayMs } from '@kapao/contract/times'
import { collect } from '#core/db/collect.ts'
import { sqlStateOf } from '#core/sql-state.ts'
import { fingerprintOf, keyFor, refuseKeyOf, type Caller } from '#core/calls/idempotency.ts'
import { Refused, refuseFor } from '#core/refused.ts'
import type { Account, MemberAccountKind } from '#ledger/accounts.ts'
import {
  beginStatus,
  findFullSince,
  insertBeginnings,
  type NewTransfer,
  type BeginResult,
} from './begin-store.ts'
import type { TransferDeps } from './carry.ts'
import { findByKey, type Transfer } from './store.ts'

export type TransferRequest = { from: string; to: string; amount: AmountText }

/** `held` is the row as this process has just written it; null where it existed before. */
export type BegunTransfer = { id: string; isMine: boolean; held: Transfer | null }

const providerClosed = 'KG001'
const route = nameOfCall(transferCall)

/** Transfers of many members that begin at once share a transaction; one for a process. */
export function collectTransfers({ db, clock }: TransferDeps) {
  const beginnings = collect<NewTransfer, BeginResult & { at: Date }>({
    name: 'transfers.begin',
    run: async (items, { skipBusy }) => {
      const at = clock.now()
      const begun = await insertBeginnings(db, items, { at, skipBusy })
      return begun.map((one) => ({ ...one, at }))
    },
    isBusy: (begun) => begun.status === beginStatus.busy,
    // Two of one member never share a batch: the second must see which game the first has taken.
    identityOf: (item) => item.memberId,
    ownerOf: (item) => item.memberId,
  })
  return {
    /** Holds the money; the same key and body again finds the same transfer and moves nothing. */
    begin: async (planned: NewTransfer): Promise<BegunTransfer> => {
      const begun = await beginnings.add(planned).catch((error: unknown) => {
        // Removed from the setting since it was planned.
        throw sqlStateOf(error) === providerClosed ? new Refused('NO_GAME') : error
      })
      if (begun.status === beginStatus.dayFull) await refuseUntilNextDay({ db, clock }, planned)
      refuseUnlessBegun(begun.status)
      // A batch that was sent again after a lost answer finds its own rows: this process began those, too.
      const isNew = begun.status === beginStatus.done
      return {
        id: begun.id,
        isMine: begun.id === planned.id,
        held: isNew ? heldOf(planned, begun.at) : null,
      }
    },
  }
}

/** The stored row after its beginning. The number in the statement is not known here, and carrying does not need it. */
function heldOf({ next, ...begun }: NewTransfer, createdAt: Date): Transfer {
  return {
    ...begun,
    state: 'held',
    balanceBefore: null,
    statementSeq: null,
    planned: null,
    nextId: next?.id ?? null,
    tries: 0,
    why: null,
    createdAt,
  }
}

/** OP-E10: shape, both ends, minimum, known games, active games; the ledger checks the money. */
export async function planTransfer(
  { db, clock, ids, accounts, players, mayMove, readDayMax }: TransferDeps,
  caller: Caller,
  wanted: TransferRequest,
): Promise<NewTransfer> {
  const { memberId, requestId } = caller
  const { from, to } = wanted
  if (from === to) throw new Refused('KEY_INVALID', 'from and to must differ')
  const nameOf = (place: string): readonly [MemberAccountKind, string] =>
    place === mainWallet ? ['wallet', ''] : ['game', place]
  const [wallet, hold, source, target] = await accounts.find(memberId, [
    ['wallet', ''],
    ['transfer', ''],
    nameOf(from),
    nameOf(to),
  ])
  if (!wallet || !hold) throw new Error(`member ${memberId} has no wallet`)
  const money = moneyFromText(wanted.amount, wallet.currency)
  if (!money) throw new Refused('KEY_INVALID', 'this currency has no such amount')
  if (money.amount < BigInt(transferMin) * 10n ** BigInt(decimalsOf[wallet.currency]))
    throw new Refused('TRANSFER_MINIMUM')
  const games = await players.listGames()
  if (from !== mainWallet && !games.includes(from)) throw new Refused('NO_GAME')
  if (to !== mainWallet && !(await players.mayEnter(to, wallet.currency)))
    throw new Refused('NO_GAME')
  if (!source || !target) throw new Refused('SLOT_NO_ACCOUNT')

  const fingerprint = fingerprintOf(route, wanted)
  const key = keyFor(caller, fingerprint, clock.now())
  const isStopped = !(await mayMove({ memberId, to }))
  if (isStopped && !(await findByKey(db, memberId, key))) throw new Refused('BONUS_REMAINING')
  return {
    id: ids.key(),
    memberId,
    key,
    fingerprint,
    parent: null,
    from,
    to,
    amount: money.amount,
    currency: money.currency,
    hold,
    ...routeOf({ from, to, source, target, wallet }, ids.key()),
    requestId,
    dayMax: await readDayMax(),
  }
}

type Ends = { from: string; to: string; source: Account; target: Account; wallet: Account }

/** From one game to another the money arrives in the wallet first, and moves on in the same commit. */
function routeOf(
  { from, to, source, target, wallet }: Ends,
  nextId: string,
): Pick<NewTransfer, 'kind' | 'game' | 'source' | 'target' | 'next'> {
  if (from === mainWallet) return { kind: 'in', game: to, source, target, next: null }
  if (to === mainWallet) return { kind: 'out', game: from, source, target, next: null }
  const next = { id: nextId, game: to, target }
  return { kind: 'out', game: from, source, target: wallet, next }
}

/** Refuses a movement until the oldest of so many is a day ago. */
export async function refuseUntilNextDay(
  { db, clock }: Pick<TransferDeps, 'db' | 'clock'>,
  { memberId, dayMax }: Pick<NewTransfer, 'memberId' | 'dayMax'>,
): Promise<never> {
  const at = clock.now()
  const since = (await findFullSince(db, memberId, { dayMax: dayMax ?? 1, at })) ?? at
  return refuseFor('DAY_LIMIT', Math.ceil((since.getTime() + dayMs - at.getTime()) / 1_000))
}

function refuseUnlessBegun(status: number): void {
  if (status === beginStatus.done || status === beginStatus.replayed) return
  if (status === beginStatus.short) throw new Refused('MONEY_NOT_ENOUGH')
  refuseKeyOf(status)
  // One in flight for a member and a provider: the page waits for the first.
  if (status === beginStatus.inFlight) throw new Refused('REQUEST_IN_PROGRESS')
  throw new Error(`a transfer could not begin: ${status}`)
}
