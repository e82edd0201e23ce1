import { nameOfCall } from '@kapao/contract/calls'
import { requestManualDeposit } from '@kapao/contract/deposits'
import {
  type AmountText,
  type Currency,
  decimalsOf,
  type Money,
  moneyFromText,
} from '@kapao/contract/money'
import { dayMs } from '@kapao/contract/times'
import { recordAudit } from '#core/audit/audit-store.ts'
import {
  findBegun,
  fingerprintOf,
  keyFor,
  outcomeOf,
  type Caller,
} from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import {
  countOpenRequests,
  findRequestByKey,
  hasPaid,
  insertRequest,
  listReserved,
  lockReserved,
} from './request-store.ts'

export type RequestDeps = {
  db: Db
  clock: Clock
  ids: Ids
  accounts: Pick<AccountBook, 'find'>
  /** OP-B32: requests are taken only if operators confirm deposits. */
  readManual: () => Promise<{ isManual: boolean; isReserving: boolean }>
}

const route = nameOfCall(requestManualDeposit)
/** Bounds the open requests of one member. */
const openMax = 5
/** Bounds the reserved amounts of one member per whole amount; further requests get plain amounts. */
const ownMax = 2
/** Covers transfers that wait for a business day, and payers who reuse an amount from their history. */
const keptForMs = 7 * dayMs

/**
 * OP-WADD: records that a member is going to pay, or has paid, and credits nothing: a second call with the same key
 * finds the first. The arriving money, or an operator who has seen it, ends the row.
 */
export async function addRequest(
  deps: RequestDeps,
  caller: Caller,
  { amount }: { amount: AmountText },
): Promise<void> {
  const { db, clock, ids } = deps
  const { memberId, requestId } = caller
  // Read before the member's row is held, because it must not wait for a second connection there; refused only if the
  // key is unknown.
  const currency = await currencyOf(deps, memberId)
  const { isManual, isReserving } = await deps.readManual()
  await db.beginFor(memberId, async (tx) => {
    const fingerprint = fingerprintOf(route, { amount })
    const wanted = { memberId, key: keyFor(caller, fingerprint, clock.now()), fingerprint }
    const known = await findBegun(tx, wanted, { lockMember, findByKey: findRequestByKey })
    if (known) return
    const at = clock.now()
    const money = readMoney(amount, currency)
    if (!isManual) throw new Refused('NO_BANK')
    if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_REMAINING')
    if ((await countOpenRequests(tx, memberId)) >= openMax) throw new Refused('REQUEST_LIMIT')

    const id = ids.key()
    const reserved = isReserving ? await reserve(tx, money, { memberId, at }) : null
    const row = { operation: id, statementType: 'deposit', from: 'bank', to: 'wallet' } as const
    const statementSeq = await insertRow(tx, at, {
      ...row,
      memberId,
      status: 'PENDING',
      money: reserved ?? money,
      about: null,
    })
    await insertRequest(tx, {
      id,
      ...wanted,
      ...(reserved ?? money),
      isReserved: reserved !== null,
      statementSeq,
      createdAt: at,
    })
    const after = { amount: (reserved ?? money).amount, currency: money.currency }
    const actor = `member:${memberId}` as const
    await recordAudit(tx, { at, actor, requestId, action: 'deposits.request', subject: id, after })
  })
}

async function currencyOf({ accounts }: RequestDeps, memberId: string): Promise<Currency> {
  const [wallet] = await accounts.find(memberId, [['wallet', '']])
  if (!wallet) throw new Error(`member ${memberId} has no wallet`)
  return wallet.currency
}

function readMoney(amount: AmountText, currency: Currency): Money {
  const money = moneyFromText(amount, currency)
  if (!money || money.amount <= 0n)
    throw new Refused('KEY_INVALID', 'this currency has no such amount, or it is nothing')
  return money
}

/**
 * The next amount above the whole unit that no other member was expected to pay for a week: a late payer must not pay
 * for a stranger. The member gets their own amount of these days again, and at most a few of one sum. Members cost
 * nothing to create, so those who have never paid share the lower half. Null if all are taken: the request stands
 * without a reservation, and a payment that names no payer goes to an operator.
 */
async function reserve(
  tx: Tx,
  { amount, currency }: Money,
  { memberId, at }: { memberId: string; at: Date },
): Promise<Money | null> {
  const unit = 10n ** BigInt(decimalsOf[currency] || 2)
  const whole = amount - (amount % unit)
  const range = { currency, from: whole + 1n, to: whole + unit - 1n }
  const since = new Date(at.getTime() - keptForMs)
  await lockReserved(tx, range)
  const taken = await listReserved(tx, range, { memberId, since })
  const own = taken.filter(({ isOwn }) => isOwn)
  if (own.filter(({ isOpen }) => isOpen).length >= ownMax) return null
  const again = own.find(({ isOpen }) => !isOpen)
  if (again) return { amount: again.amount, currency }
  const amounts = new Set(taken.map((one) => one.amount))
  const middle = whole + unit / 2n
  const halves = [[range.from, middle - 1n] as const]
  if (await hasPaid(tx, memberId)) halves.unshift([middle, range.to])
  for (const [from, to] of halves)
    for (let next = from; next <= to; next += 1n)
      if (!amounts.has(next)) return { amount: next, currency }
  return null
}

/** The outcome of a key used here, for `outcome`: recording the request is all that the call does. */
export const findRequestOutcome = outcomeOf(findRequestByKey, () => ({
  state: 'done',
  route,
  code: 'SUCCESS',
}))
