import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { Language, WalletCurrency } from '@kapao/contract/limits'
import { type Money, moneyFromText } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import { collect } from '#core/db/collect.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Account, AccountBook } from '#ledger/accounts.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import type { Arrival, SuspenseReason, Settle, SettledArrival } from '#outside/arrival.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { insertArrivals, type SettlementRow, takeStatus, type Settlement } from './settle-store.ts'
import { type Deposit, findDeposit } from './store.ts'

export type SettleDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  accounts: AccountBook
  push: PushTo
  /** How much of a currency earns a coin. */
  readCoinPer: (currency: WalletCurrency) => Promise<string>
  /** Failpoint: tests end the process here; does nothing in production. */
  failpoint: (step: CrashPoint) => Promise<void>
}

export type Deposits = {
  settle: Settle
  /** Credits suspended money as an operator has decided; does nothing if it is no longer in suspense. */
  place: (deposit: Deposit, decided: DecisionResult) => Promise<SettledArrival>
  /** Judges again a deposit that waits for its member, and credits it if it need not wait any longer. */
  release: (deposit: Deposit) => Promise<SettledArrival>
}

type DecisionResult = Pick<Arrival, 'actor' | 'requestId'> & { memberId: string; note: string }

/** How an arrival enters the batch: as reported, or as a deposit that is known already. */
type SettleMode = { known: string | null; isForced: boolean; note: string | null }
const asReceived: SettleMode = { known: null, isForced: false, note: null }

/**
 * The single entry point for incoming money. A transfer that was seen before, through whatever channel, moves nothing
 * again (docs/money.md); money without a clear owner goes to suspense with a reason and is never dropped.
 */
export function openSettle(deps: SettleDeps): Deposits {
  const { db, clock } = deps
  const takings = collect<Settlement, SettlementRow>({
    name: 'deposits.settle',
    run: (items, { skipBusy }) => insertArrivals(db, items, { at: clock.now(), skipBusy }),
    isBusy: ({ status }) => status === takeStatus.busy,
    // Two reports of one transfer agree in both, so the second always sees the effect of the first.
    identityOf: dedupeKey,
    ownerOf: dedupeKey,
  })
  const take = async (arrival: Arrival, mode: SettleMode): Promise<SettledArrival> => {
    const taking = await prepare(deps, arrival, mode)
    await deps.failpoint('deposit.prepared')
    const taken = await takings.add(taking)
    await deps.failpoint('deposit.booked')
    const settled = await settledOf(deps, taking, taken)
    await notify(deps, settled, taken)
    return settled
  }

  return {
    settle: (arrival) => take(arrival, asReceived),
    place: (deposit, decided) =>
      take(knownArrivalOf(deposit, decided), {
        known: deposit.id,
        isForced: true,
        note: decided.note,
      }),
    release: (deposit) => {
      const by = { actor: 'system:deposits', requestId: 'deposits.release' } as const
      const mode = { ...asReceived, known: deposit.id }
      return take(knownArrivalOf(deposit, { ...by, memberId: deposit.memberId! }), mode)
    },
  }
}

const turns = 256n

/** Arrivals that may be one transfer are serialized by this number; it is the same in every process. */
export function lockKeyOf(house: Account, amount: bigint): number {
  const turn = (house.id * 31n + amount) % turns
  return Number(turn)
}

function dedupeKey({ house, arrival }: Settlement): string {
  return `${house.id} ${arrival.money.amount}`
}

async function prepare(deps: SettleDeps, arrival: Arrival, mode: SettleMode): Promise<Settlement> {
  const { ids, accounts } = deps
  const { money, house } = arrival
  if (money.amount <= 0n) throw new Error('nothing has arrived')
  if (money.currency === 'COIN') throw new Error('coins do not come from outside')
  const payee = arrival.memberId === null ? null : await findMember(deps.db, arrival.memberId)
  const ours = await accounts.house(house.kind, house.party, money.currency)
  const [wallet, coin] = payee
    ? await accounts.find(payee.id, [
        ['wallet', ''],
        ['coin', ''],
      ])
    : []
  if (payee && !wallet) throw new Error(`member ${payee.id} has no wallet`)
  const why = whyHeld(arrival, { payee, wallet })
  const { hold: _, ...reported } = arrival
  return {
    id: ids.key(),
    turn: lockKeyOf(ours, money.amount),
    // An unknown member has no statement either.
    arrival: { ...reported, memberId: payee?.id ?? null },
    why,
    ...mode,
    aboutBonus: payee && { bonus: { description: bonusTexts[payee.language] } },
    aboutChecking: payee && { checking: { description: checkingTexts[payee.language] } },
    house: ours,
    suspense: await accounts.house('suspense', house.kind, money.currency),
    wallet: wallet?.currency === money.currency ? wallet : null,
    coins: payee && coin && why === null ? await coinsFor(deps, money, coin) : null,
  }
}

/** The statement's text for money that has arrived and is not in the wallet yet. */
const bonusTexts: Record<Language, string> = {
  th: 'ได้รับเงินแล้ว จะเข้ากระเป๋าเมื่อโบนัสของคุณจบ',
  la: 'ໄດ້ຮັບເງິນແລ້ວ ຈະເຂົ້າກະເປົາເມື່ອໂບນັດຂອງທ່ານຈົບ',
  en: 'Received; it will be added to your wallet when your bonus ends',
}

const checkingTexts: Record<Language, string> = {
  th: 'กำลังตรวจสอบกับธนาคาร จะเข้ากระเป๋าทันทีที่ยืนยันแล้ว',
  la: 'ກຳລັງກວດສອບກັບທະນາຄານ ຈະເຂົ້າກະເປົາທັນທີທີ່ຢືນຢັນແລ້ວ',
  en: 'Being checked with the bank; it will be added to your wallet once confirmed',
}

/**
 * The reason why it must not reach a wallet now; null if at most a bonus stands in the way, which is judged under the
 * member's lock.
 */
function whyHeld(
  { memberId, hold, money }: Arrival,
  { payee, wallet }: { payee: Member | null; wallet: Account | undefined },
): SuspenseReason | null {
  if (hold !== null) return hold
  if (memberId === null) return 'unknown-payer'
  if (!payee) return 'unknown-member'
  if (wallet?.currency !== money.currency) return 'currency'
  return payee.deactivatedAt ? 'inactive' : null
}

/**
 * OP-SPIN: one coin for each whole part of the deposit; the remainder earns nothing. Nor does money that was taken
 * out and is put in again, or the same hundred would earn a coin each time it circulates: that is computed at
 * crediting, under the member's lock (`deposits_coins` in `coins.sql`).
 */
async function coinsFor(
  { accounts, readCoinPer }: SettleDeps,
  { amount, currency }: Money,
  member: Account,
): Promise<Settlement['coins']> {
  if (currency === 'COIN') return null
  const per = moneyFromText(await readCoinPer(currency), currency)!.amount
  if (per === 0n || amount < per) return null
  return { per, member, house: await accounts.house('coin', '', 'COIN') }
}

function knownArrivalOf(
  deposit: Deposit,
  { memberId, actor, requestId }: Omit<DecisionResult, 'note'>,
): Arrival {
  return {
    channel: deposit.firstChannel,
    // The deposit is not reported again, only moved.
    eventId: '',
    references: [],
    house: { kind: deposit.houseKind, party: deposit.houseParty },
    memberId,
    hold: null,
    money: { amount: deposit.amount, currency: deposit.currency },
    paidAt: deposit.paidAt,
    from: deposit.from,
    actor,
    requestId,
  }
}

const outcomeOf = {
  credit: 'credited',
  release: 'credited',
  suspend: 'suspended',
  claim: 'suspended',
  none: 'already',
} as const

async function settledOf(
  { db }: SettleDeps,
  taking: Settlement,
  taken: SettlementRow,
): Promise<SettledArrival> {
  const { status, id, action, statement } = taken
  if (status !== takeStatus.done && status !== takeStatus.nothing)
    throw new Error(`an arrival could not be taken in: ${status}`)
  const { arrival } = taking
  const outcome = outcomeOf[action]
  if (action === 'credit')
    return {
      outcome,
      id,
      state: 'credited',
      memberId: arrival.memberId,
      why: null,
      firstChannel: arrival.channel,
      money: arrival.money,
      statement,
      differs: false,
    }
  const known = (await findDeposit(db, id))!
  const { amount, currency, state, memberId, firstChannel, statementSeq, statementId } = known
  const { house, money } = arrival
  return {
    outcome,
    id,
    state,
    memberId,
    why: state === 'suspended' ? known.why : null,
    firstChannel,
    money: { amount, currency },
    statement: statementSeq === null ? null : { seq: statementSeq, id: statementId! },
    differs:
      amount !== money.amount ||
      currency !== money.currency ||
      known.houseKind !== house.kind ||
      known.houseParty !== house.party,
  }
}

/** Notifies the member's pages; a fault here delays the notice and never loses the deposit. */
async function notify(
  deps: SettleDeps,
  settled: SettledArrival,
  { action, walletSeq }: SettlementRow,
): Promise<void> {
  const { memberId, statement, id } = settled
  if (action === 'none' || memberId === null || !statement) return
  try {
    const last = walletSeq ?? walletOf(await listBalances(deps.db, memberId))?.seq
    const seq = Number(last ?? 0n)
    const status = settled.state === 'credited' ? 'SUCCESS' : 'PENDING'
    deps.push(memberId, 'deposit', { seq, _id: statement.id, status })
    if (settled.state === 'credited') deps.push(memberId, 'wallet', { seq })
  } catch (error) {
    deps.log.warn(
      { err: error, deposit: id },
      'a deposit was settled, but the member could not be notified',
    )
  }
}
