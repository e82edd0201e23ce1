import type { WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { dayMs, hourMs } from '@kapao/contract/times'
import { bangkokDayStart, type Clock } from '#core/clock.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { fingerprintOf } from '#core/calls/idempotency.ts'
import type { Ids } from '#core/ids.ts'
import type { Account, AccountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { deleteNotices } from '#records/notices/store.ts'
import { insertRow } from '#records/statement/store.ts'
import { beginStatus, insertBeginnings, type NewTransfer } from '#money/transfers/begin-store.ts'
import { updateEndings } from '#money/transfers/end-store.ts'
import { planHistory, type PlannedEvent } from './plan.ts'

export type HistoryDeps = { clock: Clock; ids: Ids; accounts: AccountBook }
export type HistoryOf = { memberId: string; currency: WalletCurrency }

/** Smallest units of one baht of the plan; a kip is worth little. */
const unitsOf: Record<WalletCurrency, bigint> = { BAHT: 100n, LAK: 700n }

/**
 * Books four weeks of play as the product would have: every change of money is a movement, every action has its row.
 */
export async function fillHistory(tx: Tx, deps: HistoryDeps, whose: HistoryOf): Promise<void> {
  const now = deps.clock.now()
  const today = bangkokDayStart(now).getTime()
  for (const happening of planHistory()) {
    const { daysAgo, hour } = happening
    const at = new Date(today - daysAgo * dayMs + hour * hourMs)
    const amount = BigInt(happening.baht) * unitsOf[whose.currency]
    await happen(tx, deps, { ...whose, happening, at, money: { amount, currency: whose.currency } })
  }
  // Their member has seen all of it; a notice has the time at which it was kept.
  await deleteNotices(tx, whose.memberId)
}

type Moment<H = PlannedEvent> = HistoryOf & { happening: H; at: Date; money: Money }
type Kind<W extends PlannedEvent['what']> = Extract<PlannedEvent, { what: W }>

async function happen(tx: Tx, deps: HistoryDeps, moment: Moment): Promise<void> {
  const { happening } = moment
  if (happening.what === 'deposit') return deposit(tx, deps, moment)
  if (happening.what === 'transfer') return transfer(tx, deps, { ...moment, happening })
  return bookResult(tx, deps, { ...moment, happening })
}

/** From the opening account: no bank of the sandbox has sent it. */
async function deposit(
  tx: Tx,
  { ids, accounts }: HistoryDeps,
  { memberId, at, money, currency }: Moment,
): Promise<void> {
  const operation = ids.key()
  await insertRow(tx, at, {
    memberId,
    operation,
    statementType: 'deposit',
    from: 'bank',
    to: 'wallet',
    status: 'SUCCESS',
    money,
    about: null,
  })
  const wallet = await accountAt(accounts, memberId, 'wallet')
  const opening = await accounts.house('opening', '', currency)
  await postAll(tx, at, [
    { idem: operation, debit: opening, credit: wallet, money, kind: 'opening' },
  ])
}

async function bookResult(
  tx: Tx,
  { ids, accounts }: HistoryDeps,
  { memberId, at, money, currency, happening: { game, isWin } }: Moment<Kind<'result'>>,
): Promise<void> {
  const account = await accountAt(accounts, memberId, game)
  const house = await accounts.house('provider', game, currency)
  const ends = isWin ? { debit: house, credit: account } : { debit: account, credit: house }
  await postAll(tx, at, [{ idem: ids.key(), ...ends, money, kind: 'play_result', ref: game }])
}

type PlannedTransfer = Moment<Kind<'transfer'>>

/** Held, sent and settled, or returned, by the same functions as every transfer; a second half follows its first. */
async function transfer(tx: Tx, deps: HistoryDeps, sending: PlannedTransfer): Promise<void> {
  const { memberId, at, happening } = sending
  const beginning = await planTransfer(deps, sending)
  const [begun] = await insertBeginnings(tx, [beginning], { at, skipBusy: false })
  if (begun?.status !== beginStatus.done)
    throw new Error(`a transfer of the demo could not begin: ${begun?.status}`)
  const done = !happening.isRefused
  const why = done ? '' : 'closed for maintenance'
  await end(tx, at, { id: beginning.id, memberId, done, why })
  if (beginning.next) await end(tx, at, { id: beginning.next.id, memberId, done, why })
}

async function planTransfer(
  { ids, accounts }: HistoryDeps,
  { memberId, money, happening: { from, to } }: PlannedTransfer,
): Promise<NewTransfer> {
  const between = from !== 'wallet' && to !== 'wallet'
  const [wallet, source, target, hold] = await Promise.all([
    accountAt(accounts, memberId, 'wallet'),
    accountAt(accounts, memberId, from),
    accountAt(accounts, memberId, to),
    accountAt(accounts, memberId, 'transfer'),
  ])
  const id = ids.key()
  return {
    id,
    memberId,
    key: `demo ${id}`,
    fingerprint: fingerprintOf('demo', { from, to }),
    parent: null,
    from,
    to,
    ...money,
    kind: from === 'wallet' ? 'in' : 'out',
    game: from === 'wallet' ? to : from,
    source,
    hold,
    target: between ? wallet : target,
    next: between ? { id: ids.key(), game: to, target } : null,
    requestId: id,
    dayMax: null,
  }
}

async function end(
  tx: Queryable,
  at: Date,
  ending: { id: string; memberId: string; done: boolean; why: string },
): Promise<void> {
  const [status] = await updateEndings(tx, [ending], { at, skipBusy: false })
  if (status !== beginStatus.done)
    throw new Error(`a transfer of the demo could not end: ${status}`)
}

async function accountAt(accounts: AccountBook, memberId: string, place: string): Promise<Account> {
  const kind = place === 'wallet' || place === 'transfer' ? place : 'game'
  const [found] = await accounts.find(memberId, [[kind, kind === 'game' ? place : '']])
  if (!found) throw new Error(`a demo member has no account ${place}`)
  return found
}
