import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Config } from '../system/config.ts'
import type { Db } from '#core/db/db.ts'
import { openStatements } from '#outside/bank/client.ts'
import { openGiftLink } from '#outside/giftlink/client.ts'
import { openPayouts } from '#outside/payout/open.ts'
import type { Link } from '#modules/giftlinks/store.ts'
import { readSettings } from '#settings/read.ts'
import { moveOf } from '#modules/transfers/carry.ts'
import type { Transfer } from '#modules/transfers/store.ts'
import { payoutOf } from '#modules/withdrawals/view.ts'
import type { Withdrawal } from '#modules/withdrawals/store.ts'
import { openPlayers } from '#modules/games/open.ts'

type OtherSideDeps = {
  config: Pick<
    Config,
    'bank' | 'sandboxUrl' | 'sandboxPublicUrl' | 'variant' | 'games' | 'payouts' | 'giftLinks'
  >
  db: Db
  clock: Clock
}

/** The contradicting answer as text; null when there is none or it agrees. */
type Against = string | null

/**
 * Compares an operator's decision on an exception with the other side's current answer: when they contradict, one
 * operator is not enough. A side that cannot be queried contradicts nothing, and is why an operator decides.
 */
export async function transferAgainst(
  deps: OtherSideDeps,
  transfer: Transfer,
  done: boolean,
): Promise<Against> {
  const { db } = deps
  const { findPlayer } = openPlayers({ ...deps, readSettings: () => readSettings(db) })
  const player = transfer.game && (await findPlayer(transfer.memberId, transfer.game))
  if (!player || !player.client.lookUp) return null
  const move = { ...moveOf(transfer, player.username), owner: null }
  const found = await player.client.lookUp({ ...move, since: transfer.createdAt })
  if (found.outcome === 'done') return done ? null : `${transfer.game} says that it is done`
  const isNo = found.outcome === 'refused' || found.outcome === 'absent'
  return done && isNo ? `${transfer.game} says that it is not done` : null
}

/** For a payout: paid although the channel does not know it, or not paid although it was accepted or paid. */
export async function payoutAgainst(
  { config, clock }: OtherSideDeps,
  withdrawal: Withdrawal,
  isPaid: boolean,
): Promise<Against> {
  const { channel } = withdrawal
  const { sandboxUrl, payouts: accounts } = config
  const client = channel && openPayouts({ sandboxUrl, accounts, clock }).find(channel)
  if (!client) return null
  const { outcome } = await client.ask({ ...payoutOf(withdrawal), owner: null })
  if (outcome === 'paid' || outcome === 'taken')
    return isPaid ? null : `${channel} says that it is ${outcome}`
  return isPaid && (outcome === 'rejected' || outcome === 'absent')
    ? `${channel} says that it is ${outcome}`
    : null
}

/** Banks' times differ by this much. */
const aroundMs = 30 * 60_000

/** For a transfer that an operator has seen: the bank's statement of that hour has none with that name and amount. */
export async function statementAgainst(
  { config, clock }: OtherSideDeps,
  seen: { party: string; reference: string; money: Money; paidAt: Date },
): Promise<Against> {
  const [bank = '', accountNo = ''] = seen.party.split(':')
  const at = seen.paidAt.getTime()
  const time = { from: new Date(at - aroundMs), to: new Date(at + aroundMs) }
  const page = await openStatements(config.bank, clock)?.readStatement({ bank, accountNo, ...time })
  if (page?.outcome !== 'events') return null
  const isIt = ({ reference, money }: (typeof page.events)[number]): boolean =>
    reference !== null &&
    nameIn(reference) === nameIn(seen.reference) &&
    money.amount === seen.money.amount
  return page.events.some(isIt) ? null : `the statement of ${seen.party} does not show it`
}

/** The sending bank is not always named alike, so only the payer's name is compared. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf(':') + 1)
}

/** For a gift link: another sum than our share of the envelope, or a sum when we have no share. */
export async function giftAgainst(
  { config, clock }: OtherSideDeps,
  { voucher, mobile }: Pick<Link, 'voucher' | 'mobile'>,
  received: bigint | null,
): Promise<Against> {
  const wallet = openGiftLink({ address: config.giftLinks.address, clock })
  const verified = await wallet.verify({ voucher, mobile, memberId: null })
  if (verified.outcome !== 'envelope') return null
  const theirs = verified.envelope.ours?.money.amount ?? null
  return theirs === received
    ? null
    : `the wallet says ${theirs === null ? 'nothing' : theirs} satang`
}
