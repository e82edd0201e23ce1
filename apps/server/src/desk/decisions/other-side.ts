import type { Money } from '@kapao/contract/money'
import { minuteMs } from '@kapao/contract/times'
import { createLine } from '#core/lines/line.ts'
import type { StatementClient } from '#outside/bank/client.ts'
import type { GiftClient } from '#outside/giftlink/client.ts'
import type { Payouts } from '#outside/payout/open.ts'
import type { Link } from '#channels/giftlinks/store.ts'
import { readSettings } from '#settings/read.ts'
import { moveOf } from '#money/transfers/carry.ts'
import type { Transfer } from '#money/transfers/store.ts'
import { payoutOf } from '#money/withdrawals/view.ts'
import type { Withdrawal } from '#money/withdrawals/store.ts'
import { openPlayers, type Players } from '#money/games/players.ts'
import type { DeskParts } from './guarded/guarded.ts'

/** The contradicting answer as text; null when there is none or it agrees. */
type Contradiction = string | null

/** A transfer that an operator has seen in a list of the bank. */
type ListedTransfer = { party: string; reference: string; money: Money; paidAt: Date }

/**
 * Compares an operator's decision on an exception with the other side's current answer: when they contradict, one
 * operator is not enough. A side that cannot be queried contradicts nothing, and is why an operator decides.
 */
export type OtherSides = {
  transferAgainst: (transfer: Transfer, isDone: boolean) => Promise<Contradiction>
  /** Paid although the channel does not know it, or not paid although it was accepted or paid. */
  payoutAgainst: (withdrawal: Withdrawal, isPaid: boolean) => Promise<Contradiction>
  /** The bank's statement of that hour has none with that reference and amount. */
  statementAgainst: (seen: ListedTransfer) => Promise<Contradiction>
  /** Another sum than our share of the envelope, or a sum when we have no share. */
  giftAgainst: (
    link: Pick<Link, 'voucher' | 'mobile'>,
    received: bigint | null,
  ) => Promise<Contradiction>
}

/**
 * Never more of one side than its door takes from one owner: a question that our own door drops would read as a side
 * that cannot be queried. One that waits in vain here is refused as busy, and nothing is decided.
 */
const askingLimits = {
  atOnceMax: 8,
  ownerAtOnceMax: 2,
  waitingMax: 64,
  ownerWaitingMax: 16,
  waitMs: 12_000,
}

/** The other sides of one desk, with one line in front of each. */
export function openOtherSides({ outside, db }: Pick<DeskParts, 'outside' | 'db'>): OtherSides {
  const { payouts, statements, giftWallet } = outside
  const players = openPlayers({ db, outside, readSettings: () => readSettings(db) })
  const line = createLine(askingLimits)
  return {
    transferAgainst: (transfer, isDone) =>
      line.run('games', () => compareTransfer(players, transfer, isDone)),
    payoutAgainst: (withdrawal, isPaid) =>
      line.run('payouts', () => comparePayout(payouts, withdrawal, isPaid)),
    statementAgainst: (seen) => line.run('bank', () => compareStatement(statements, seen)),
    giftAgainst: (link, received) =>
      line.run('giftlinks', () => compareGift(giftWallet, link, received)),
  }
}

async function compareTransfer(
  { findPlayer }: Players,
  transfer: Transfer,
  isDone: boolean,
): Promise<Contradiction> {
  const player = transfer.game && (await findPlayer(transfer.memberId, transfer.game))
  if (!player || !player.client.lookUp) return null
  const move = { ...moveOf(transfer, player.username), owner: null }
  const found = await player.client.lookUp({ ...move, since: transfer.createdAt })
  if (found.outcome === 'done') return isDone ? null : `${transfer.game} says that it is done`
  const isNo = found.outcome === 'refused' || found.outcome === 'absent'
  return isDone && isNo ? `${transfer.game} says that it is not done` : null
}

async function comparePayout(
  payouts: Payouts,
  withdrawal: Withdrawal,
  isPaid: boolean,
): Promise<Contradiction> {
  const { channel } = withdrawal
  const client = channel && payouts.find(channel)
  if (!client) return null
  const { outcome } = await client.ask({ ...payoutOf(withdrawal), owner: null })
  if (outcome === 'paid' || outcome === 'taken')
    return isPaid ? null : `${channel} says that it is ${outcome}`
  return isPaid && (outcome === 'rejected' || outcome === 'absent')
    ? `${channel} says that it is ${outcome}`
    : null
}

/** Banks' times differ by this much. */
const aroundMs = 30 * minuteMs

async function compareStatement(
  statements: StatementClient | null,
  seen: ListedTransfer,
): Promise<Contradiction> {
  const [bank = '', accountNo = ''] = seen.party.split(':')
  const at = seen.paidAt.getTime()
  const time = { from: new Date(at - aroundMs), to: new Date(at + aroundMs) }
  const page = await statements?.readStatement({ bank, accountNo, ...time })
  if (page?.outcome !== 'events') return null
  const isIt = ({ reference, money }: (typeof page.events)[number]): boolean =>
    reference !== null &&
    withoutBank(reference) === withoutBank(seen.reference) &&
    money.amount === seen.money.amount
  return page.events.some(isIt) ? null : `the statement of ${seen.party} does not show it`
}

/** The sending bank is not always reported, so only the reference that it has given the transfer is compared. */
function withoutBank(reference: string): string {
  return reference.slice(reference.lastIndexOf(':') + 1)
}

async function compareGift(
  client: GiftClient,
  { voucher, mobile }: Pick<Link, 'voucher' | 'mobile'>,
  received: bigint | null,
): Promise<Contradiction> {
  const verified = await client.verify({ voucher, mobile, memberId: null })
  if (verified.outcome !== 'envelope') return null
  const theirs = verified.envelope.ours?.money.amount ?? null
  return theirs === received
    ? null
    : `the wallet says ${theirs === null ? 'nothing' : theirs} satang`
}
