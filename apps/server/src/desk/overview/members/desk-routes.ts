import * as finding from '@kapao/contract/console/find-members'
import * as calls from '@kapao/contract/console/members'
import { readMemberRewards as readRewardsCall } from '@kapao/contract/console/reward-calls'
import { sumOf } from '@kapao/contract/console/fields'
import type { ConsoleRefusalCode } from '@kapao/contract/console/refusals'
import { hasRight } from '@kapao/contract/console/roles'
import { consoleRoute, type ConsoleApi, type SignedIn } from '#core/console/route.ts'
import { waitsForNobody } from '#core/console/work/waits.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import type { Db } from '#core/db/db.ts'
import { isKey } from '#core/ids.ts'
import { listLegs, type Leg } from '#ledger/read.ts'
import { findMember } from '#records/account/store.ts'
import { takeBack, type TakeBackDeps } from '#money/deposits/take-back.ts'
import { findDeposit } from '#money/deposits/store.ts'
import {
  endSessions,
  noteMember,
  setActive,
  setBank,
  showNumber,
  unlockMember,
  type ActDeps,
} from './acts.ts'
import { readBalanceAt } from './balance.ts'
import { readFlagged, readLargest } from './lists.ts'
import { findReceipt } from './receipt.ts'
import { readMember, type MemberDeps } from './member.ts'
import { readMemberRewards } from './rewards.ts'
import { listNewestMembers, searchMembers } from './search/search.ts'
import { readTimeline } from './timeline/timeline.ts'

export type MemberDeskDeps = MemberDeps & ActDeps & { takeBackDeps: TakeBackDeps }

const done = { message: 'SUCCESS' } as const
const doneAtOnce = { state: 'done' as const, request: null, ...waitsForNobody }

export function memberDeskRoutes(api: ConsoleApi, deps: MemberDeskDeps): void {
  readingRoutes(api, deps)
  actRoutes(api, deps)
}

function readingRoutes(api: ConsoleApi, deps: MemberDeskDeps): void {
  const { db, clock } = deps
  consoleRoute(api, finding.listMembers, (_caller, { after }) =>
    listNewestMembers(db, after ?? null),
  )
  consoleRoute(api, finding.listLargest, () => readLargest(db))
  consoleRoute(api, finding.listFlagged, () => readFlagged(db))
  consoleRoute(api, finding.searchMembers, (_caller, { words }) =>
    searchMembers({ on: db, clock }, words),
  )
  consoleRoute(api, calls.readMember, async ({ operator }, { memberId }) => {
    const found = await readMember(deps, { memberId, seesMoney: seesMoney(operator) })
    return found ?? refuseOperator(calls.readMember, 'NOT_FOUND')
  })
  consoleRoute(api, calls.readTimeline, async ({ operator }, given) => {
    const { memberId, sort = null, after = null, until = null } = given
    await refuseUnknown(deps.db, calls.readTimeline, memberId)
    const wanted = { memberId, sort, after, until }
    return readTimeline(db, { ...wanted, seesMoney: seesMoney(operator) })
  })
  consoleRoute(api, calls.readBalance, async (_caller, { memberId, at }) => {
    const balances = await readBalanceAt(
      db,
      memberId,
      at === undefined ? clock.now() : new Date(at),
    )
    return balances ?? refuseOperator(calls.readBalance, 'NOT_FOUND')
  })
  consoleRoute(api, finding.checkReceipt, async (_caller, { code }) => ({
    receipt: await findReceipt(db, code),
  }))
  consoleRoute(api, readRewardsCall, async (_caller, { memberId }) => {
    const found = await readMemberRewards({ db, clock }, memberId)
    return found ?? refuseOperator(readRewardsCall, 'NOT_FOUND')
  })
  consoleRoute(api, calls.readMovement, async (_caller, { id }) => {
    const legs = isKey(id) ? await listLegs(db, [id]) : []
    const [first] = legs
    if (!first) refuseOperator(calls.readMovement, 'NOT_FOUND')
    return {
      id,
      at: first.createdAt.toISOString(),
      kind: first.kind,
      reference: null,
      postings: legs.flatMap(postingsOf),
    }
  })
}

/** What a leg takes from one account and gives to the other. */
function postingsOf({ debit, credit, money }: Leg) {
  const ends = [
    { ...debit, amount: -money.amount },
    { ...credit, amount: money.amount },
  ]
  return ends.map(({ kind, party, owner, amount, balanceAfter }) => ({
    account: kind,
    party,
    memberId: owner,
    sum: sumOf({ amount, currency: money.currency }),
    // House accounts' balances are not shown at the console.
    left: owner === null ? null : sumOf({ amount: balanceAfter, currency: money.currency }),
  }))
}

function seesMoney({ roles }: SignedIn): boolean {
  return hasRight(roles, 'members.money')
}

type MayMiss = { refusals: readonly ConsoleRefusalCode[] }

/** An id that was guessed is like one that never was. */
async function refuseUnknown(db: Db, call: MayMiss, memberId: string): Promise<void> {
  if (!(await findMember(db, memberId))) refuseOperator(call, 'NOT_FOUND')
}

function actRoutes(api: ConsoleApi, deps: MemberDeskDeps): void {
  const by = (caller: { operator: SignedIn; requestId: string }) => ({
    actor: caller.operator.actor,
    requestId: caller.requestId,
  })
  consoleRoute(api, calls.showNumber, async (caller, { memberId }) => {
    const found = await showNumber(deps, { memberId, ...by(caller) })
    if (!found) refuseOperator(calls.showNumber, 'NOT_FOUND')
    const { username: phone, bankAccountName: name, bankAccountNo: account } = found
    return { phone, name, account }
  })
  consoleRoute(api, calls.noteMember, async ({ operator, key }, { memberId, text }) => {
    const kept = await noteMember(deps, { memberId, text, key, actor: operator.actor })
    if (kept === 'unknown') refuseOperator(calls.noteMember, 'NOT_FOUND')
    if (kept === 'other') refuseOperator(calls.noteMember, 'KEY_REUSED')
    return done
  })
  consoleRoute(api, calls.unlockMember, async (caller, given) => {
    const isKnown = await unlockMember(deps, { ...given, ...by(caller) })
    return isKnown ? done : refuseOperator(calls.unlockMember, 'NOT_FOUND')
  })
  consoleRoute(api, calls.endMemberSessions, async (caller, given) => {
    const isKnown = await endSessions(deps, { ...given, ...by(caller) })
    return isKnown ? done : refuseOperator(calls.endMemberSessions, 'NOT_FOUND')
  })
  consoleRoute(api, calls.setMemberActive, async (caller, given) => {
    await refuseUnknown(deps.db, calls.setMemberActive, given.memberId)
    await setActive(deps, { ...given, ...by(caller) })
    return doneAtOnce
  })
  consoleRoute(api, calls.changeMemberBank, async (caller, { memberId, why, ...account }) => {
    await refuseUnknown(deps.db, calls.changeMemberBank, memberId)
    const { bankCode, accountNo: bankAccountNo, accountName: bankAccountName } = account
    const given = { bankCode, bankAccountNo, bankAccountName }
    await setBank(deps, { memberId, why, given, ...by(caller) })
    return doneAtOnce
  })
  consoleRoute(api, calls.takeBackDeposit, async (caller, { deposit, isGone, why: note }) => {
    if (!(await findDeposit(deps.db, deposit))) refuseOperator(calls.takeBackDeposit, 'NOT_FOUND')
    // The deposit itself is the key: it is taken back once, and a second call is refused with its state.
    await takeBack(deps.takeBackDeps, { id: deposit, note, isGone, ...by(caller) })
    return doneAtOnce
  })
}
