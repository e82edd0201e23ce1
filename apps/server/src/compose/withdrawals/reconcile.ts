import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db } from '#core/db.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import { openGames } from '#outside/games/open.ts'
import { openPayouts, type Payouts } from '#outside/payout/open.ts'
import { openGiftLink, type GiftClient } from '#outside/giftlink/client.ts'
import { listReceived } from '#modules/giftlinks/store.ts'
import type { Sides } from '#modules/reconcile/compare.ts'
import {
  reconcileDue,
  type ReconcileDeps,
  type Source,
  type Time,
} from '#modules/reconcile/service.ts'
import { moveOf, type TransferDeps } from '#modules/transfers/move.ts'
import { listMoved } from '#modules/transfers/store.ts'
import { readSettings } from '#settings/read.ts'
import { listPayouts } from '#modules/withdrawals/store.ts'
import { findPlayerIn } from '../games.ts'

export type ReconcileAround = {
  config: Pick<Config, 'sandboxUrl' | 'payouts' | 'giftLinks'>
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  transfers: Pick<TransferDeps, 'listGames' | 'findPlayer'>
}

type GamesConfig = Pick<Config, 'games' | 'variant' | 'sandboxPublicUrl'>

const hourMs = 60 * 60_000
/** Those of a day at one provider that are asked about; nobody lists them, so each is a call of its own. */
const askedMax = 1_000

/** Who is asked about yesterday. Banks and gateways are compared by their own modules, which also take in what was missed. */
function reconcileDeps(around: ReconcileAround): ReconcileDeps {
  const { config, db, clock, transfers } = around
  const payouts = openPayouts({ sandboxUrl: config.sandboxUrl, accounts: config.payouts, clock })
  const wallet = openGiftLink({ address: config.giftLinks.address, clock })
  return {
    ...around,
    listSources: async () => [
      ...payouts.channels.map((channel) => payoutSource(db, payouts, channel)),
      { source: 'giftlink', party: 'wallet', read: (time) => readGifts(db, wallet, time) },
      ...(await transfers.listGames()).map((game) => providerSource(db, transfers, game)),
    ],
  }
}

export function reconcileJobs(around: ReconcileAround): Job[] {
  const deps = reconcileDeps(around)
  return [{ name: 'reconcile.days', everyMs: hourMs, run: () => reconcileDue(deps) }]
}

function payoutSource(db: Db, payouts: Payouts, channel: string): Source {
  const read = async (time: Time): Promise<Sides | { why: string }> => {
    const listed = await payouts.find(channel)!.list(time.from, time.to)
    if (listed.outcome !== 'listed') return listed
    const all = await listPayouts(db, { channel, ...time })
    const returned = new Set(
      all.filter(({ state, isBounced }) => state === 'returned' || isBounced).map(({ id }) => id),
    )
    return {
      returned,
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

async function readGifts(db: Db, wallet: GiftClient, time: Time): Promise<Sides | { why: string }> {
  const links = await listReceived(db, time)
  const sides: Sides = { ours: [], theirs: [], unasked: Math.max(0, links.length - askedMax) }
  for (const { voucher, mobile, amount } of links.slice(0, askedMax)) {
    const told = await wallet.verify({ voucher, mobile, memberId: null })
    if (told.outcome === 'unknown') return { why: told.why }
    sides.ours.push({ reference: voucher, amount, isOpen: false })
    if (told.outcome === 'envelope' && told.envelope.ours)
      sides.theirs.push({ reference: voucher, amount: told.envelope.ours.money.amount })
  }
  return sides
}

function providerSource(
  db: Db,
  { findPlayer }: ReconcileAround['transfers'],
  game: string,
): Source {
  const read = async (time: Time): Promise<Sides | { why: string }> => {
    const moved = await listMoved(db, { game, ...time })
    const sides: Sides = { ours: [], theirs: [], unasked: Math.max(0, moved.length - askedMax) }
    for (const transfer of moved.slice(0, askedMax)) {
      const player = await findPlayer(transfer.memberId, game)
      if (!player?.client.lookUp) return { why: 'they cannot be asked about one transfer' }
      const move = { ...moveOf(transfer, player.username), owner: null }
      const told = await player.client.lookUp({ ...move, since: transfer.createdAt })
      if (told.outcome === 'unknown') return { why: told.why }
      const line = { reference: transfer.id, amount: transfer.amount }
      if (transfer.state === 'done') sides.ours.push({ ...line, isOpen: false })
      if (told.outcome === 'done') sides.theirs.push(line)
    }
    return sides
  }
  return { source: 'provider', party: game, read }
}

/** For the operators' terminal, which has no server around it. */
export function openReconciling(
  { db, clock }: Pick<ReconcileAround, 'db' | 'clock'>,
  config: ReconcileAround['config'] & GamesConfig,
): ReconcileDeps {
  const readGames = async () => (await readSettings(db))['games.providers']
  const { sandboxUrl, sandboxPublicUrl, variant } = config
  const { agents } = config.games
  const clients = openGames({ sandboxUrl, sandboxPublicUrl, agents, variant, clock })
  const transfers = {
    listGames: async () => (await readGames()).map(({ code }) => code),
    findPlayer: findPlayerIn(db, clients, readGames),
  }
  return reconcileDeps({ db, clock, config, transfers, log: { error: () => undefined } })
}
