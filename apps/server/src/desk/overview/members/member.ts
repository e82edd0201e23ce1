import { sumOf } from '@kapao/contract/console/fields'
import type { Fact } from '@kapao/contract/console/work'
import type { Member as MemberShown } from '@kapao/contract/console/members'
import type { Currency } from '@kapao/contract/money'
import { hourMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { maskBankAccountNo } from '#records/account/bank-account.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { progressOf } from '#money/bonus/progress.ts'
import { findHeld } from '#money/bonus/read.ts'
import type { Link } from '#records/links/signs.ts'
import { findLinksOf } from '#desk/watch/rewards/read.ts'
import { mustWaitToLogIn } from '#entry/session/unlock.ts'
import { listReportedAt } from '#money/wallet/store.ts'
import { maskName, maskPhone } from '#core/console/work/masks.ts'
import {
  listLogins,
  listNotes,
  listOpenThings,
  sumInAndOut,
  type OpenMatter,
} from './member-store.ts'
import { listByIds } from './search/store.ts'

const shownMax = 20
const openMax = 50
const summedMax = 5_000
/** A balance that a game has not reported for this long is called old. */
const oldAfterMs = hourMs

export type MemberDeps = { db: Db; clock: Clock }

type MemberQuery = { memberId: string; seesMoney: boolean }

/** A member as the desk sees them, from one snapshot and masked; null for an unknown one. */
export async function readMember(
  deps: MemberDeps,
  { memberId, seesMoney }: MemberQuery,
): Promise<MemberShown | null> {
  const { db, clock } = deps
  const links = await findLinksOf(db, clock, memberId)
  return db.begin(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const found = await findMember(tx, memberId)
    if (!found) return null
    const at = clock.now()
    const logins = await listLogins(tx, memberId, { at, limit: shownMax })
    const addresses = [...new Set(logins.map(({ address }) => address))]
    const notes = await listNotes(tx, memberId, shownMax)
    const open = await listOpenThings(tx, memberId, openMax)
    return {
      ...identityOf(found),
      lastSeenAt: logins[0]?.lastUsedAt.toISOString() ?? null,
      isLocked: await mustWaitToLogIn(tx, { memberId, phone: found.phone, addresses, at }),
      ...(await readMoney(tx, found, { at, seesMoney })),
      bonus: await readBonus(deps, tx, memberId),
      open: open.map(openThing),
      devices: logins.map(({ startedAt, lastUsedAt, ...login }) => ({
        ...login,
        startedAt: startedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
      linked: await readLinked(tx, memberId, links),
      notes: notes.map((one) => ({ at: one.at.toISOString(), by: one.by, text: one.text })),
    }
  })
}

function identityOf(one: Member) {
  return {
    memberId: one.id,
    name: maskName(one.bankAccountName),
    phone: maskPhone(one.username),
    bank: one.bankCode,
    account: maskBankAccountNo(one.bankAccountNo),
    currency: one.currency,
    language: one.language,
    joinedAt: one.createdAt.toISOString(),
    isActive: one.deactivatedAt === null,
    deactivatedWhy: one.deactivatedWhy,
  }
}

type MemberView = { at: Date; seesMoney: boolean }

async function readMoney(
  tx: Queryable,
  { id, currency }: Member,
  { at, seesMoney }: MemberView,
): Promise<Pick<MemberShown, 'coins' | 'balances' | 'totals'>> {
  const all = await listBalances(tx, id)
  const coins = Number(all.find(({ kind }) => kind === 'coin')?.money.amount ?? 0n)
  if (!seesMoney) return { coins, balances: null, totals: null }
  const reported = await listReportedAt(tx, id)
  const wallet = walletOf(all)
  const elsewhere = all.filter(
    ({ kind, money }) => kind !== 'wallet' && kind !== 'coin' && money.amount !== 0n,
  )
  const balances = [...(wallet ? [wallet] : []), ...elsewhere].map(({ kind, party, money }) => {
    const reportedAt = kind === 'game' ? (reported.get(party) ?? null) : null
    return {
      place: kind === 'game' ? party : kind,
      sum: sumOf(money),
      at: reportedAt?.toISOString() ?? null,
      isOld: reportedAt !== null && at.getTime() - reportedAt.getTime() > oldAfterMs,
    }
  })
  const sums = await sumInAndOut(tx, id, { rowsMax: summedMax })
  return {
    coins,
    balances,
    totals: {
      deposited: sumOf({ amount: sums.deposited, currency }),
      deposits: sums.deposits,
      withdrawn: sumOf({ amount: sums.withdrawn, currency }),
      withdrawals: sums.withdrawals,
    },
  }
}

async function readBonus({ clock }: MemberDeps, tx: Queryable, memberId: string): Promise<Fact[]> {
  const held = await findHeld(tx, memberId)
  if (!held) return []
  const { currency } = held
  const { reached } = await progressOf({ clock }, tx, {
    held,
    balances: await listBalances(tx, memberId),
  })
  return [
    { name: 'code', value: { form: 'text', text: held.code } },
    { name: 'state', value: { form: 'code', code: held.state } },
    { name: 'bonus', value: { form: 'sum', sum: sumOf({ amount: held.bonus, currency }) } },
    { name: 'target', value: { form: 'sum', sum: sumOf({ amount: held.target, currency }) } },
    { name: 'reached', value: { form: 'sum', sum: sumOf({ amount: reached, currency }) } },
    { name: 'endAmount', value: { form: 'sum', sum: sumOf({ amount: held.endAmount, currency }) } },
    { name: 'since', value: { form: 'time', at: held.createdAt.toISOString() } },
  ]
}

/** Which queue of the desk decides it; what a machine carries on has none. */
function workOf({ kind, state }: OpenMatter): string | null {
  if (kind === 'deposit') return 'deposit'
  if (kind === 'request') return 'manual'
  if (kind === 'suspicion' || kind === 'differing') return kind
  if (kind === 'transfer') return state === 'exception' ? 'transfer' : null
  if (state === 'held') return 'withdrawal'
  return state === 'exception' || state === 'approved' ? 'payout' : null
}

function openThing(one: OpenMatter): MemberShown['open'][number] {
  const { kind, id, since, amount, currency, state } = one
  const work = workOf(one)
  return {
    kind,
    id,
    since: since.toISOString(),
    sum: amount === null ? null : sumOf({ amount, currency: currency as Currency }),
    state,
    work: work === null ? null : { kind: work, id },
  }
}

async function readLinked(
  tx: Queryable,
  memberId: string,
  links: readonly Link[],
): Promise<MemberShown['linked']> {
  const shown = links.slice(0, shownMax)
  const ids = shown.map(({ one, other }) => (one === memberId ? other : one))
  const known = new Map((await listByIds(tx, ids)).map((one) => [one.id, one]))
  return shown.flatMap(({ signs }, at) => {
    const other = known.get(ids[at]!)
    if (!other) return []
    const { id, name, isActive } = other
    return [{ memberId: id, name: maskName(name), signs: [...signs], isActive }]
  })
}
