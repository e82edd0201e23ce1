import type { CrashPoint } from '#core/jobs/failpoint.ts'
import type { RewardTerms, WordsByLanguage } from '@kapao/contract/bonus'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { findBegun, fingerprintOf, requireSameBody, type Caller } from '#core/calls/idempotency.ts'
import type { Ids } from '#core/ids.ts'
import type { PushTo } from '#core/live/push.ts'
import { Refused } from '#core/refused.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { listBalances, type Balance, walletOf } from '#ledger/read.ts'
import { findToPlay } from '#money/conditions/rule.ts'
import { listCategories } from '#money/games/players.ts'
import { findNewestCredited } from '#money/deposits/read.ts'
import { listOpenGames } from '#money/transfers/read.ts'
import { hasOpen, hasWithdrawnSince } from '#money/withdrawals/read.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import type { Settings } from '#settings/registry.ts'
import { bonusHeld } from './read.ts'
import { depositIsUsed, findByKey, insertHeld, type HeldBonus, type RewardSource } from './store.ts'
import { bonusOf, promiseOf, readDefaults, type Defaults, type BonusPromise } from './terms.ts'

export type GrantDeps = {
  db: Db
  clock: Clock
  ids: Ids
  accounts: AccountBook
  push: PushTo
  /** Requests the balances from all providers once; false if a provider that has had money does not answer. */
  refreshAll: (memberId: string) => Promise<boolean>
  readSettings: () => Promise<Settings>
  /** Failpoint: tests end the process here; does nothing in production. */
  failpoint: (step: CrashPoint) => Promise<void>
}

export type Reward = {
  source: RewardSource
  /** The campaign it is booked to, and its name on the statement. */
  code: string
  about: WordsByLanguage
  terms: RewardTerms
  /** Exactly this amount, if the terms do not give one; in smallest units. */
  amount?: bigint
}

export type GrantRequest = {
  route: string
  input: object
  /** Refusals that apply even to a member who holds a bonus. */
  refuse?: (tx: Tx) => Promise<void>
  /**
   * Writes the giving room's rows in the transaction that credits: counts it as given, or throws the refusal. Its
   * result is what is given, so that it is read under the locks.
   */
  claim: (tx: Tx, given: { id: string; at: Date }) => Promise<Reward>
}

/**
 * Credits a reward to the wallet and puts all of the member's money under its condition, in one commit. A second call
 * with the same key finds the first; without a key, the limit of one condition at a time refuses it.
 */
export async function grantReward(
  deps: GrantDeps,
  caller: Caller,
  wanted: GrantRequest,
): Promise<HeldBonus> {
  const { db } = deps
  const { memberId, key } = caller
  const fingerprint = fingerprintOf(wanted.route, wanted.input)
  const known = key === null ? null : await findByKey(db, memberId, key)
  if (known) return requireSameBody(known, fingerprint)
  // Money at a provider comes under the condition, too, so it must be known; for a call that is refused anyway no
  // provider is asked.
  const isRefreshed = !(await bonusHeld(db, memberId))
  if (isRefreshed && !(await deps.refreshAll(memberId))) throw new Refused('SERVICE_BUSY')
  await deps.failpoint('reward.planned')
  // All other reads happen now: a transaction that needs a second connection may deadlock with itself.
  const member = await findMember(db, memberId)
  if (!member) throw new Refused('NO_USER')
  const defaults = await readDefaults(deps, member.currency)
  const categories = await listCategories(deps)
  const around = { caller, wanted, fingerprint, isRefreshed, member, defaults, categories }
  const held = await db.beginFor(memberId, (tx) => grantIn(deps, tx, around))
  await deps.failpoint('reward.given')
  await notifyReward(deps, held, 'bonus')
  return held
}

type GrantContext = {
  caller: Caller
  wanted: GrantRequest
  fingerprint: string
  isRefreshed: boolean
  member: Member
  defaults: Defaults
  categories: ReadonlyMap<string, string>
}

async function grantIn(deps: GrantDeps, tx: Tx, granting: GrantContext): Promise<HeldBonus> {
  const { caller, wanted, fingerprint, isRefreshed, member } = granting
  const { clock, ids } = deps
  const { memberId, key, requestId } = caller
  const known = await findBegun(tx, { memberId, key, fingerprint }, { lockMember, findByKey })
  if (known) return known
  const at = clock.now()
  const id = ids.key()
  await wanted.refuse?.(tx)
  if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_ALREADY_ACTIVE')
  if (!isRefreshed) throw new Refused('REQUEST_IN_PROGRESS')
  // Money that is leaving may come back, and would then count towards a target that did not include it.
  if (await hasOpen(tx, memberId)) throw new Refused('WITHDRAW_PENDING')
  if ((await listOpenGames(tx, memberId)).length > 0) throw new Refused('REQUEST_IN_PROGRESS')
  const reward = await wanted.claim(tx, { id, at })
  const planned = await planReward(deps, tx, { ...granting, reward })
  const { source, code, about, bonus, currency } = planned
  const statementSeq = await insertRow(tx, at, {
    memberId,
    operation: id,
    statementType: 'bonus',
    from: code,
    to: 'wallet',
    status: 'SUCCESS',
    money: { amount: bonus, currency },
    about: { [source]: { description: about[member.language] } },
  })
  // The row first: it is the promise that the movement keeps, and the database allows one per member.
  const held = { ...planned, id, memberId, fingerprint, statementSeq, createdAt: at }
  await insertHeld(tx, { ...held, key })
  await recordAudit(tx, {
    at,
    actor: `member:${memberId}`,
    requestId,
    action: `${source}.activate`,
    subject: id,
    after: { code, bonus, target: held.target, endAmount: held.endAmount },
  })
  await creditReward(deps, tx, held)
  return {
    ...held,
    state: 'active',
    endedBy: null,
    totalAtEnd: null,
    walletTaken: 0n,
    taken: null,
    tries: 0,
    deniedBy: null,
    endedAt: null,
  }
}

type GrantInput = GrantContext & { reward: Reward }
type GrantPlan = BonusPromise &
  Pick<HeldBonus, 'source' | 'code' | 'about' | 'terms' | 'currency' | 'shares' | 'usedDeposit'>

/** I24: everything that the condition will ever require is computed now, from the balances of this moment. */
async function planReward(
  deps: GrantDeps,
  tx: Tx,
  { member, reward, defaults, categories }: GrantInput,
): Promise<GrantPlan> {
  const { currency } = member
  const { source, code, about, terms, amount } = reward
  const offered = await calculateReward(deps, tx, { member, terms, amount, defaults })
  // Once per deposit: a member without an unused one has had their share of all of them.
  if (offered.bonus <= 0n) throw new Refused('BONUS_NO_DEPOSIT')
  const shares = Object.fromEntries(
    [...categories].map(([game, category]) => [game, terms.contributions[category] ?? 100]),
  )
  return { ...offered, shares, source, code, about, terms, currency }
}

type RewardInput = Pick<Reward, 'terms'> & {
  amount?: bigint | undefined
  member: Pick<Member, 'id' | 'currency'>
  defaults: Defaults
}

/**
 * What a reward gives and requires, by the balances of this moment; gives nothing. It is zero where it is a share of a
 * deposit of which nothing is left. What earlier rewards still require is played first, so that a stake counts for one
 * of them only.
 */
export async function calculateReward(
  { clock }: Pick<GrantDeps, 'clock'>,
  on: Queryable,
  { member, terms, amount, defaults }: RewardInput,
): Promise<BonusPromise & { usedDeposit: string | null }> {
  const { id, currency } = member
  const deposit = totalOf(await listBalances(on, id))
  const newest = terms.gives.of === 'deposit' ? await findUnused(on, id) : null
  const share = newest && leastOf(newest.amount, deposit)
  const bonus = amount ?? bonusOf(terms, { currency, deposit: share }) ?? 0n
  const toPlayFirst =
    terms.kind === 'turnover' ? await findToPlay(on, { memberId: id, at: clock.now() }) : 0n
  const promised = promiseOf(terms, { deposit, bonus, currency, toPlayFirst }, defaults)
  return { ...promised, usedDeposit: newest?.id ?? null }
}

const leastOf = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * The newest deposit, unless a reward was a share of it already, or a withdrawal followed it: a share of a deposit is for
 * money that is here to be played with, and the withdrawal may have been that money.
 */
async function findUnused(
  on: Queryable,
  memberId: string,
): Promise<{ id: string; amount: bigint } | null> {
  const newest = await findNewestCredited(on, memberId)
  if (!newest || (await hasWithdrawnSince(on, memberId, newest.settledAt))) return null
  return (await depositIsUsed(on, newest.id)) ? null : newest
}

/** The wallet, every game, and money on its way between them. */
export function isUnderCondition({ kind }: Balance): boolean {
  return kind === 'wallet' || kind === 'game' || kind === 'transfer'
}

export function totalOf(balances: readonly Balance[]): bigint {
  return balances.filter(isUnderCondition).reduce((sum, { money }) => sum + money.amount, 0n)
}

/** Moves a reward from its house account to the wallet; the ledger refuses the same reward a second time. */
export async function creditReward(
  { accounts }: Pick<GrantDeps, 'accounts'>,
  tx: Tx,
  held: Pick<HeldBonus, 'id' | 'memberId' | 'source' | 'code' | 'bonus' | 'currency' | 'createdAt'>,
): Promise<void> {
  const { id, memberId, source, code, bonus, currency } = held
  const [house, wallet] = await accounts.open(tx, [
    { owner: null, kind: source, party: code, currency },
    { owner: memberId, kind: 'wallet', party: '', currency },
  ])
  const money = { amount: bonus, currency }
  await postAll(tx, held.createdAt, [
    { idem: leg(id, 1), debit: house!, credit: wallet!, money, kind: source, ref: code },
  ])
}

/** After the commit, best effort. */
export async function notifyReward(
  { db, push }: Pick<GrantDeps, 'db' | 'push'>,
  { memberId, currency }: Pick<HeldBonus, 'memberId' | 'currency'>,
  type: 'bonus' | 'finish_bonus',
): Promise<void> {
  const balances = await listBalances(db, memberId)
  const wallet = walletOf(balances)
  const seq = Number(wallet?.seq ?? 0n)
  push(memberId, 'reward', { seq, type, currency })
  push(memberId, 'wallet', { seq })
}

/** Credits a reward under its condition, with the rows that `claim` writes in the same transaction. */
export type GrantReward = (caller: Caller, wanted: GrantRequest) => Promise<HeldBonus>
