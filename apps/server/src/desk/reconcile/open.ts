import { hourMs } from '@kapao/contract/times'
import type { Db } from '#core/db/db.ts'
import { listReceived } from '#channels/giftlinks/store.ts'
import { openPlayers, type Players } from '#money/games/players.ts'
import { listMoves } from '#money/transfers/carry.ts'
import { listPayouts } from '#money/withdrawals/books-store.ts'
import type { GiftClient } from '#outside/giftlink/client.ts'
import type { Payouts } from '#outside/payout/open.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { Sides } from './compare.ts'
import { readSettings } from '#settings/read.ts'
import { reconcileDue, type ReconcileDeps, type Source, type Time } from './service.ts'

type SourceDeps = Players & { db: Db }

/** The limit per day and provider: providers have no list, so each move is a call of its own. */
const askedMax = 1_000

type ReconcileContext = ContextWith<'db' | 'clock' | 'log' | 'outside' | 'readSettings'>

/** Compares a day of the ledger with the statements of all outside parties. */
export function openReconcile(context: ReconcileContext): Capability {
  const deps = reconcileDeps(context)
  return { jobs: [{ name: 'reconcile.days', everyMs: hourMs, run: () => reconcileDue(deps) }] }
}

/** The sources that a day is compared with, for operators' commands, which run without a server. */
export function openReconciling(context: ContextWith<'db' | 'clock' | 'outside'>): ReconcileDeps {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return reconcileDeps({
    ...context,
    log: quiet,
    readSettings: () => readSettings(context.db),
  })
}

/**
 * The parties that are queried about yesterday. Banks and gateways are compared by their own rooms, which also take
 * in what was missed.
 */
function reconcileDeps(context: ReconcileContext): ReconcileDeps {
  const { db, outside } = context
  const players = openPlayers(context)
  const { payouts, giftWallet } = outside
  const deps = { ...players, db }
  return {
    ...context,
    listSources: async () => [
      ...payouts.channels.map((channel) => payoutSource(deps, payouts, channel)),
      { source: 'giftlink', party: 'wallet', read: (time) => readGifts(deps, giftWallet, time) },
      ...(await players.listGames()).map((game) => providerSource(deps, game)),
    ],
  }
}

function payoutSource({ db }: SourceDeps, payouts: Payouts, channel: string): Source {
  const read = async (time: Time): Promise<Sides | { why: string }> => {
    const listed = await payouts.find(channel)!.list(time.from, time.to)
    if (listed.outcome !== 'listed') return listed
    const all = await listPayouts(db, { channel, ...time })
    const returned = new Set(
      all.filter(({ state, isBounced }) => state === 'returned' || isBounced).map(({ id }) => id),
    )
    return {
      returned,
      currencies: new Map([
        ...listed.payouts.map(({ reference, money }) => [reference, money.currency] as const),
        ...all.map(({ id, currency }) => [id, currency] as const),
      ]),
      ours: all
        .filter(({ id }) => !returned.has(id))
        .map(({ id, amount, state }) => ({ reference: id, amount, isOpen: state !== 'paid' })),
      theirs: listed.payouts
        .filter(({ isPaid }) => isPaid)
        .map(({ reference, money }) => ({ reference, amount: money.amount })),
    }
  }
  return { source: 'payout', party: channel, read }
}

async function readGifts(
  { db }: SourceDeps,
  wallet: GiftClient,
  time: Time,
): Promise<Sides | { why: string }> {
  const links = await listReceived(db, time)
  const sides: Sides = { ours: [], theirs: [], unasked: Math.max(0, links.length - askedMax) }
  for (const { voucher, mobile, amount } of links.slice(0, askedMax)) {
    const verified = await wallet.verify({ voucher, mobile, memberId: null })
    if (verified.outcome === 'unknown') return { why: verified.why }
    sides.ours.push({ reference: voucher, amount, isOpen: false })
    if (verified.outcome === 'envelope' && verified.envelope.ours)
      sides.theirs.push({ reference: voucher, amount: verified.envelope.ours.money.amount })
  }
  return sides
}

function providerSource({ db, findPlayer }: SourceDeps, game: string): Source {
  const read = async (time: Time): Promise<Sides | { why: string }> => {
    const moved = await listMoves(db, { game, ...time })
    const currencies = new Map(moved.map(({ id, currency }) => [id, currency]))
    const unasked = Math.max(0, moved.length - askedMax)
    const sides: Sides = { ours: [], theirs: [], unasked, currencies }
    for (const transfer of moved.slice(0, askedMax)) {
      const player = await findPlayer(transfer.memberId, game)
      if (!player?.client.lookUp) return { why: 'they cannot be asked about one transfer' }
      const move = { ...transfer.moveAs(player.username), owner: null }
      const found = await player.client.lookUp({ ...move, since: transfer.createdAt })
      if (found.outcome === 'unknown') return { why: found.why }
      const line = { reference: transfer.id, amount: transfer.amount }
      if (transfer.state === 'done') sides.ours.push({ ...line, isOpen: false })
      if (found.outcome === 'done') sides.theirs.push(line)
    }
    return sides
  }
  return { source: 'provider', party: game, read }
}
