import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { hundredthsOf } from '#core/hundredths.ts'
import { doEach, walk } from '#core/jobs/jobs.ts'
import type { Log } from '#core/telemetry/log.ts'
import {
  findBalanceAt,
  listBalances,
  listMovedAccounts,
  sumByKind,
  type Span,
} from '#ledger/read.ts'
import { isSamePerson } from '#records/account/same-person.ts'
import { listInvited, listMembers, type InvitedMember } from '#records/account/store.ts'
import type { Settings } from '#settings/registry.ts'
import {
  insertPeriod,
  isDenied,
  listCursors,
  lockInvitee,
  moveCursor,
  type InvitePeriod,
  type InviteeState,
} from './store.ts'

type InviteRate = {
  isActive: boolean
  /** The operator's decimal text. */
  percent: string
  /** The most that one invitee can earn the inviter, in smallest units. */
  inviteeMax: Record<WalletCurrency, bigint>
}

export type AccrueDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  readSettings: () => Promise<Settings>
  /** Opens an item for an inviter and an invitee who may be one person. */
  noteLinked: (on: Queryable, pair: { inviter: string; invitee: string }) => Promise<unknown>
}

const membersAtOnce = 500
/** Ten-thousandths of the smallest unit, so that small amounts add up. */
const earnedPerUnit = 10_000n

/**
 * OP-INV: counts the losses of invited members up to the end of a period, less their wins, and credits nothing yet.
 * Only a loss deeper than at any earlier end of a period earns, so that returned money earns nothing twice. Safe to
 * run twice and concurrently, and to kill anywhere.
 */
export async function accrueInvites(deps: AccrueDeps, until: Date): Promise<number> {
  const rate = rateIn(await deps.readSettings())
  let counted = 0
  const count = async (pair: Pair): Promise<void> => {
    if (await countInvitee(deps, pair, { until, rate })) counted += 1
  }
  await doEach(listPlayed(deps), count, {
    log: deps.log,
    failed: 'the play of an invited member could not be counted',
    subjectOf: ({ invitee }) => ({ member: invitee.id }),
  })
  return counted
}

function rateIn(settings: Settings): InviteRate {
  const maxIn = (currency: WalletCurrency) =>
    moneyFromText(settings[`invite.inviteeMax.${currency}`], currency)!.amount
  return {
    isActive: settings['invite.active'],
    percent: settings['invite.rate'],
    inviteeMax: { BAHT: maxIn('BAHT'), LAK: maxIn('LAK') },
  }
}

type Pair = { inviter: InvitedMember; invitee: InvitedMember }

/** Invited members with game accounts that have moved since the last count. */
async function* listPlayed({ db }: AccrueDeps): AsyncGenerator<Pair> {
  const listAfter = (after: string) => listInvited(db, { after, limit: membersAtOnce })
  for await (const invited of walk(listAfter, ({ id }) => id)) {
    const inviters = await listMembers(db, [...new Set(invited.map((one) => one.invitedBy))])
    const ids = invited.map(({ id }) => id)
    const accounts = await listMovedAccounts(db, ids, ['game'])
    const cursors = await listCursors(db, accounts)
    const fresh = accounts.filter(({ id, seq }) => seq > (cursors.get(id) ?? 0n))
    for (const owner of new Set(fresh.map((account) => account.owner))) {
      const invitee = invited.find(({ id }) => id === owner)!
      const inviter = inviters.find(({ id }) => id === invitee.invitedBy)
      if (inviter) yield { inviter, invitee }
    }
  }
}

type AccrualCount = { until: Date; rate: InviteRate }

function countInvitee(
  { db, clock, noteLinked }: AccrueDeps,
  pair: Pair,
  { until, rate }: AccrualCount,
): Promise<boolean> {
  const { inviter, invitee } = pair
  return db.begin(async (tx) => {
    const state = await lockInvitee(tx, { inviter: inviter.id, invitee: invitee.id })
    const spans = await spansOf(tx, invitee.id, until)
    for (const { id, after, upto } of spans) await moveCursor(tx, id, { from: after, to: upto })
    const sums = await sumByKind(tx, spans)
    const { gave: lost, got: won } = sums.get('play_result') ?? { gave: 0n, got: 0n }
    if (lost === 0n && won === 0n) return false
    const why = voidOf(pair, rate) ?? ((await isDenied(tx, invitee.id)) ? 'denied' : null)
    const play = { lost, won, rate: why === null ? hundredthsOf(rate.percent) : 0 }
    const period: InvitePeriod = {
      inviter: inviter.id,
      invitee: invitee.id,
      currency: invitee.currency,
      until,
      ...earnedOf(state, play, rate.inviteeMax[invitee.currency]),
      ...play,
      void: why,
    }
    await insertPeriod(tx, period, clock.now())
    if (period.earned > 0n) await noteLinked(tx, { inviter: inviter.id, invitee: invitee.id })
    return true
  })
}

/**
 * Callers must hold the invitee's lock. Sequence numbers have no gaps, so no movement is counted twice and none is
 * left out.
 */
async function spansOf(tx: Tx, memberId: string, until: Date): Promise<Span[]> {
  const games = (await listBalances(tx, memberId)).filter(({ kind }) => kind === 'game')
  const cursors = await listCursors(tx, games)
  const spans: Span[] = []
  for (const account of games) {
    const after = cursors.get(account.id) ?? 0n
    // Movements have whole milliseconds, so the last one before an instant is at most a millisecond earlier.
    const { seq: upto } = await findBalanceAt(tx, account, new Date(until.getTime() - 1))
    if (upto > after) spans.push({ id: account.id, after, upto })
  }
  return spans
}

type Play = { lost: bigint; won: bigint; rate: number }

/**
 * Earns on the depth of the invitee's loss, never on the same depth twice, and at most `inviteeMax` for one invitee.
 */
function earnedOf(
  state: InviteeState,
  { lost, won, rate }: Play,
  inviteeMax: bigint,
): { net: bigint; high: bigint; counted: bigint; earned: bigint } {
  const net = state.net + lost - won
  const counted = net > state.high ? net - state.high : 0n
  const left = inviteeMax * earnedPerUnit - state.earned
  const share = counted * BigInt(rate)
  const earned = share < left ? share : left
  return { net, high: state.high + counted, counted, earned: earned > 0n ? earned : 0n }
}

/** There is no exchange, so play in another currency earns nothing; nor does play while invites are off. */
function voidOf({ inviter, invitee }: Pair, { isActive }: InviteRate): InvitePeriod['void'] {
  if (isSamePerson(inviter, invitee)) return 'same-person'
  if (inviter.currency !== invitee.currency) return 'currency'
  return isActive ? null : 'off'
}
