import { textOfMoney } from '@kapao/contract/money'
import { hourMs } from '@kapao/contract/times'
import { bangkokDayName, type Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { doEach, walk, type Job } from '#core/jobs/jobs.ts'
import type { Log } from '#core/telemetry/log.ts'
import { listPlayResults } from '#ledger/read.ts'
import { listInvitations } from '#records/account/links-store.ts'
import { listMembers } from '#records/account/store.ts'
import { countWaiting, findItemBy, isHeldByItem, noteItem } from '#records/items/store.ts'
import { findLinks } from '#records/links/links.ts'
import {
  findOpposite,
  oppositeKind,
  type Opposite,
  type PlayResult,
} from '#records/links/opposite.ts'
import { mayBeOnePerson, type Link } from '#records/links/signs.ts'
import { holdsOf, checkBonusReceipt, saidOf, type JudgeBonus } from './bonus.ts'
import { comparePlay } from './mirrors.ts'
import { compareBeforePayout } from './payout.ts'
import { findLinksOf } from './read.ts'
import { watchReleases, type ReleaseWatch } from './release.ts'
import { mayBeOldStakes } from '../stakes/old-stakes.ts'
import { listContradicting } from '#money/deposits/report-store.ts'
import { listReceivers } from '#rewards/promotion/store.ts'
import { listLookers, listLookersOf } from '#money/wallet/store.ts'

export const linkedKind = 'invite.linked'
const promotionKind = 'promotion.linked'

export type RewardWatch = {
  /** Lists suspected double accounts of one person for staff, before a reward is given to a member. */
  look: (memberId: string, source: 'invite' | 'refund') => Promise<void>
  /** The same for a promotion code; true when an operator has denied it to this member. */
  lookAtCode: (memberId: string, code: string) => Promise<boolean>
  /**
   * The same for a bonus, where only what was received since an instant counts, if one is given. The returned function
   * decides under the giver's lock, when it is known who came first.
   */
  lookAtBonus: (
    memberId: string,
    bonus: { code: string; since: Date | null },
  ) => Promise<JudgeBonus>
  /** What holds the end of a bonus. */
  release: ReleaseWatch
  /** Compares a member's play with that of all others before money is paid out. */
  lookAtPayout: (memberId: string) => Promise<void>
  /** Whether a person must look at a withdrawal, however small it is, because of recent winnings, or a bank that contradicts a credit. */
  needsManualReview: (memberId: string, isSwept: boolean) => Promise<boolean>
  /** Whether a reward waits for an operator. */
  isHeld: (on: Queryable, memberId: string) => Promise<boolean>
  noteLinked: (on: Queryable, pair: { inviter: string; invitee: string }) => Promise<void>
  jobs: Job[]
}

type WatchDeps = { db: Db; clock: Clock; log: Pick<Log, 'error'> }

/** A worker that was down for this long still finds everything. */
const lookedBackMs = 72 * hourMs
const membersAtOnce = 200
/** An inviter of thousands does not wait for all of them: the job checks the others within an hour. */
const lookedAtMax = 200

/** Finds members who may be one person, and pairs who play against each other on purpose; accuses no member. */
export function watchRewards(deps: WatchDeps): RewardWatch {
  const { db, clock } = deps
  return {
    look: async (memberId, source) => {
      const links = await findLinksOf(db, clock, memberId)
      for (const link of links) await noteInvited(deps, db, link)
      const nearest = links.toSorted((a, b) => b.signs.length - a.signs.length)
      await noteOpposite(deps, nearest.slice(0, lookedAtMax))
      if (source === 'refund') await comparePlay(deps, memberId, source)
    },
    lookAtCode: (memberId, code) => lookAtCode(deps, memberId, code),
    lookAtBonus: async (memberId, bonus) => {
      const found = await findLinksOf(db, clock, memberId)
      return checkBonusReceipt(deps, { memberId, ...bonus, links: found.filter(mayBeOnePerson) })
    },
    release: watchReleases(deps),
    lookAtPayout: (memberId) => compareBeforePayout(deps, memberId),
    needsManualReview: async (memberId, isSwept) =>
      (await mayBeOldStakes(db, { memberId, now: clock.now(), isSwept })) ||
      (await listContradicting(db, memberId, 1)).length > 0,
    isHeld: (on, memberId) => isHeldByItem(on, memberId, 'rewards'),
    noteLinked: async (on, { inviter, invitee }) => {
      const links = await findLinksOf(on, clock, invitee)
      for (const link of links)
        if ([link.one, link.other].includes(inviter)) await noteInvited(deps, on, link)
    },
    jobs: [
      { name: 'items.waiting', everyMs: hourMs, run: () => refuseWaiting(deps) },
      {
        name: 'links.opposite',
        everyMs: hourMs,
        run: () =>
          doEach(listPages(deps), (members) => lookAtPlay(deps, members), {
            log: deps.log,
            failed: 'opposite play could not be looked for',
            subjectOf: (members) => ({ members: members.join(' ') }),
          }),
      },
    ],
  }
}

/** Fails the job, which raises an alarm, because a member's reward is held meanwhile. */
async function refuseWaiting({ db, clock }: WatchDeps): Promise<void> {
  const waiting = await countWaiting(db, new Date(clock.now().getTime() - 24 * hourMs))
  if (waiting > 0) throw new Error(`items wait for an operator for more than a day: ${waiting}`)
}

async function* listPages({ db, clock }: WatchDeps): AsyncGenerator<readonly string[]> {
  const since = new Date(clock.now().getTime() - lookedBackMs)
  const listAfter = (after: string) => listLookers(db, { since, after, limit: membersAtOnce })
  yield* walk(listAfter, (memberId) => memberId)
}

async function lookAtPlay(deps: WatchDeps, members: readonly string[]): Promise<void> {
  const at = deps.clock.now()
  const links = await findLinks(deps.db, { members, at })
  for (let first = 0; first < links.length; first += lookedAtMax)
    await noteOpposite(deps, links.slice(first, first + lookedAtMax))
}

/** An inviter and an invited member who look like one person. */
async function noteInvited({ clock }: WatchDeps, on: Queryable, link: Link): Promise<void> {
  if (!link.signs.includes('invited') || !mayBeOnePerson(link)) return
  const { one, other } = link
  const invitations = await listInvitations(on, [one])
  const { inviter, invitee } = invitations.find((pair) =>
    [pair.inviter, pair.invitee].includes(other),
  )!
  const key = `${inviter}:${invitee}`
  // Anyone may register with another's link and name, so the name alone holds nothing else of the inviter.
  const isByName = saidOf(link) === 'name'
  if (isByName && (await findItemBy(on, linkedKind, key))) return
  await noteItem(on, {
    kind: linkedKind,
    key: isByName ? `${key}:name` : key,
    memberId: inviter,
    otherId: invitee,
    words: `The inviter and the invited member may be one person: the same ${saidOf(link)}.`,
    evidence: { inviter, invitee, same: saidOf(link) },
    holds: isByName ? ['friend'] : await holdsOf(on, 'withdraw.waitLinked'),
    since: clock.now(),
  })
}

async function lookAtCode(deps: WatchDeps, memberId: string, code: string): Promise<boolean> {
  const { db, clock } = deps
  const found = await findLinksOf(db, clock, memberId)
  const links = found.filter(mayBeOnePerson)
  const others = links.map(({ one, other }) => (one === memberId ? other : one))
  const receivers = await listReceivers(db, code, others)
  let isDenied = false
  for (const link of links) {
    const other = link.one === memberId ? link.other : link.one
    if (!receivers.includes(other)) continue
    const key = `${code}:${link.one}:${link.other}`
    await noteItem(db, {
      kind: promotionKind,
      key,
      memberId,
      otherId: other,
      words: `A member who may be the same person has used this promotion code: the same ${saidOf(link)}.`,
      evidence: { code, received: other, same: saidOf(link) },
      holds: await holdsOf(db, 'withdraw.waitLinked'),
      since: clock.now(),
    })
    const item = await findItemBy(db, promotionKind, key)
    isDenied ||= item?.decision === 'deny'
  }
  return isDenied
}

/** For linked members: one has won what the other has lost. */
async function noteOpposite({ db, clock }: WatchDeps, links: readonly Link[]): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - lookedBackMs)
  const ids = [...new Set(links.flatMap(({ one, other }) => [one, other]))]
  const players = await listLookersOf(db, ids, since)
  if (players.length < 2) return
  const results = await listPlayResults(db, players, since)
  const byOwner = Map.groupBy(results, ({ owner }) => owner)
  const members = new Map((await listMembers(db, [...byOwner.keys()])).map((one) => [one.id, one]))
  for (const link of links) {
    const [mine, theirs] = [byOwner.get(link.one), byOwner.get(link.other)]
    const currency = members.get(link.one)?.currency
    if (!mine || !theirs || !currency || members.get(link.other)?.currency !== currency) continue
    for (const found of findOpposite(mine, theirs, { currency, now })) {
      const textOf = ({ owner, game, amount, at }: PlayResult) =>
        `${owner} ${textOfMoney({ amount, currency })} at ${game}, ${at.toISOString()}`
      await noteItem(db, {
        kind: oppositeKind,
        key: `${link.one}:${link.other}:${found.day}`,
        memberId: link.one,
        otherId: link.other,
        words: wordsOf(found, link),
        evidence: {
          day: found.day,
          lost: textOf(found.lost),
          won: textOf(found.won),
          how: found.how,
          same: link.signs.join(', '),
        },
        holds: await holdsOf(db, 'withdraw.waitOpposite'),
        since: now,
      })
    }
  }
}

function wordsOf({ lost, won, how }: Opposite, link: Link): string {
  const by = link.signs.map((sign) => (sign === 'invited' ? 'an invitation' : `the same ${sign}`))
  return `${won.owner} has won about what ${lost.owner} has lost, in ${how} on ${bangkokDayName(lost.at)}; they are linked by ${by.join(' and ')}.`
}
