import { join } from 'node:path'
import type { EndpointShape } from '@kapao/contract/endpoint'
import { readActive } from '@kapao/contract/lookup'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import { createJobs, type Job, type Jobs } from '#core/jobs.ts'
import type { Live } from '#core/live/live.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { createRateLimiter } from '#core/rate-limit.ts'
import type { Api, BridgeDeps } from '#core/route.ts'
import type { Sessions } from '#core/session.ts'
import { sweepJobs } from '#core/sweep/jobs.ts'
import type { OpenWork } from '#core/sweep/open-work.ts'
import type { ServedFolder } from '#core/uploads/serve-files.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { composeBankfeed } from './compose/bankfeed.ts'
import { composeDeposits } from './compose/deposits.ts'
import { composeGames, failpointOf } from './compose/games.ts'
import { composeChat, type ComposedChat } from './compose/chat/chat.ts'
import { composeLive } from './compose/live/live.ts'
import { composeReview, type ComposedReview } from './compose/live/review.ts'
import { devicesOf, sessionsOf } from './compose/live/sessions.ts'
import { switchesOf } from './compose/live/switches.ts'
import { composeGiftlinks } from './compose/giftlinks.ts'
import { composeMembers } from './compose/members.ts'
import { pageContent } from './compose/page-content.ts'
import { composeQrcodes } from './compose/qrcodes.ts'
import { composeSpinwheel } from './compose/rewards/spinwheel.ts'
import { composeConditions } from './compose/rewards/conditions.ts'
import { composeEarned } from './compose/rewards/earned.ts'
import { nightJobs } from './compose/night/jobs.ts'
import { reconcileJobs } from './compose/withdrawals/reconcile.ts'
import { composeWithdrawals } from './compose/withdrawals/withdrawals.ts'
import { composeSlips } from './compose/files/slips.ts'
import { composeBonus } from './compose/rewards/bonus.ts'
import { watchRewards } from './compose/rewards/watch/watch.ts'
import { composeStatement } from './compose/statement.ts'
import { composeUploads, type Uploads } from './compose/files/uploads.ts'
import { findMember } from '#modules/account/store.ts'
import { bonusHeld } from '#modules/bonus/store.ts'
import { lookupRoutes } from '#modules/lookup/routes.ts'
import { outcomeRoutes } from '#modules/outcome/routes.ts'
import { forgetOldMarks, type FindOperation } from '#modules/outcome/service.ts'
import { openSettings } from '#settings/read.ts'
import type { Settings } from '#settings/registry.ts'
import { lockMember } from '#modules/statement/store.ts'
import { ledgerJobs, sealsAsText } from './watch.ts'

export type Surroundings = {
  config: Config
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  metrics: Metrics
  /** Where the built page lies; tests bring their own. */
  distDir?: string
  /** How long the calls about a forgotten password last; tests have less time. */
  forgottenAnswerAfterMs?: number
  /** When a game provider is asked again while the member waits; tests wait less. */
  askAgainAfterMs?: readonly number[]
  isClockRight?: () => Promise<boolean>
}

export type System = BuiltApp & { jobs: Jobs; close: () => Promise<void> }

const dayMs = 24 * 60 * 60_000
const builtPage = join(import.meta.dirname, '../../web/dist')

/** The map of the system: who is given what of whom. Everything is open and listening inside when this resolves. */
export async function compose(around: Surroundings): Promise<System> {
  const { config, db, clock, log } = around
  const settings = await openSettings({
    db,
    clock,
    onInvalid: (name) => log.warn({ name }, 'a stored setting is not valid; its default is used'),
  })
  const parts = composeParts({ ...around, readSettings: settings.read })
  await parts.sessions.listen()
  parts.live.connect()
  const talks = await parts.chat.listen()
  const acts = await parts.review.listen()
  const app = await buildApp({
    http: around,
    bridge: parts.bridge,
    page: {
      distDir: around.distDir ?? builtPage,
      loadContent: async () => pageContent(config, await settings.read()),
    },
    registerCalls: parts.registerCalls,
    clock: around.clock,
    webhooks: parts.webhooks,
    live: parts.live,
    files: { links: parts.uploads.links, folders: parts.folders },
    sealsAsText: sealsAsText({ db }),
  })
  const jobs = createJobs(around, parts.jobs)
  return {
    ...app,
    jobs,
    close: async () => {
      await jobs.stop()
      await parts.uploads.close()
      await parts.live.close()
      await talks.stop()
      await acts.stop()
      await parts.sessions.close()
      await settings.close()
    },
  }
}

/** The calls that a server of this build answers, without starting one. */
export function servedCalls(): EndpointShape[] {
  const noDatabase = (): never => {
    throw new Error('there is no database here')
  }
  const parts = composeParts({
    config: {
      production: false,
      tls: null,
      rateLimitFactor: 1,
      variant: 'thai',
      sms: null,
      sandboxUrl: null,
      sandboxPublicUrl: null,
      games: { credentialKey: null, agents: {} },
      bank: { feed: null, sms: null, statement: null },
      gateways: {},
      giftLinks: { sealKey: null, address: '' },
      payouts: {},
      dataDir: '',
      slips: null,
      sealsOutside: null,
      fileLinkKey: null,
      failpoint: null,
      redisUrl: null,
      socketOrigins: [],
      trustedProxies: [],
    },
    log: { info: noDatabase, warn: noDatabase, error: noDatabase },
    db: {
      query: noDatabase,
      inLine: noDatabase,
      begin: noDatabase,
      beginFor: noDatabase,
      holdOutside: noDatabase,
      refuseInside: noDatabase,
      listen: noDatabase,
      close: noDatabase,
    },
    clock: { now: noDatabase },
    ids: { key: noDatabase, code: noDatabase, secret: noDatabase },
    readSettings: noDatabase,
  })
  const api: Api = { addRoute: () => undefined, deps: parts.bridge, served: [] }
  parts.registerCalls(api)
  return api.served
}

type PartsDeps = Pick<
  Surroundings,
  'db' | 'clock' | 'ids' | 'forgottenAnswerAfterMs' | 'askAgainAfterMs'
> & {
  config: Pick<
    Config,
    | 'production'
    | 'tls'
    | 'rateLimitFactor'
    | 'variant'
    | 'sms'
    | 'sandboxUrl'
    | 'sandboxPublicUrl'
    | 'games'
    | 'bank'
    | 'gateways'
    | 'giftLinks'
    | 'payouts'
    | 'dataDir'
    | 'slips'
    | 'sealsOutside'
    | 'fileLinkKey'
    | 'failpoint'
    | 'redisUrl'
    | 'socketOrigins'
    | 'trustedProxies'
  >
  log: Pick<Log, 'info' | 'warn' | 'error'>
  metrics?: Metrics
  readSettings: () => Promise<Settings>
}

type Parts = {
  sessions: Sessions
  live: Live
  chat: ComposedChat
  review: ComposedReview
  uploads: Uploads
  /** Whose files may be looked at. */
  folders: ServedFolder[]
  bridge: BridgeDeps
  registerCalls: (api: Api) => void
  webhooks: Webhook[]
  jobs: Job[]
}

/** What a capability brings along; whoever asks for all of them asks the list. */
type Capability = {
  registerCalls?: (api: Api) => void
  jobs?: readonly Job[]
  /** How its operations answer for their keys. */
  operations?: readonly FindOperation[]
  /** What a dead process or a late answer may leave open. */
  openWork?: readonly OpenWork[]
  webhooks?: readonly Webhook[]
}

const answersWhenGone = (call: EndpointShape): boolean => call.path === readActive.path

/** Hands one module's function to another; opens nothing. */
function composeParts(around: PartsDeps): Parts {
  const { config, db, clock, readSettings } = around
  const sessions = sessionsOf(around)
  const devices = devicesOf(around)
  const members = composeMembers({ ...around, sessions })
  const limiter = createRateLimiter(clock, config.rateLimitFactor)
  const switches = switchesOf(readSettings)
  const live = composeLive({ ...around, sessions, limiter, switches })
  const { push, mayReach, here, guests } = live
  const passStep = failpointOf(config.failpoint)
  const games = composeGames({ ...around, push, mayReach })
  const deposits = composeDeposits({ ...around, push, bonusHeld, passStep, onCredited: [] })
  const { settle, releaseHeld } = deposits
  const uploads = composeUploads(around)
  const bankfeed = composeBankfeed({ ...around, settle })
  const slips = composeSlips({ ...around, push, bonusHeld, uploads, settle })
  const qrcodes = composeQrcodes({ ...around, bonusHeld, settle })
  const giftlinks = composeGiftlinks({ ...around, bonusHeld, settle })
  const spinwheel = composeSpinwheel({ ...around, push, bonusHeld })
  const watch = watchRewards(around)
  const bonus = composeBonus({ ...around, push, games, releaseHeld, passStep, watch })
  const earned = composeEarned({ ...around, push, bonusHeld, passStep, grant: bonus.grant, watch })
  const withdrawals = composeWithdrawals({
    ...around,
    push,
    mayReach,
    bonusHeld: bonus.blocksWithdrawal,
    ...composeConditions({ db, clock, refreshAll: games.refreshAll }),
    withdrawalChanged: bonus.withdrawalChanged,
    transfers: games.transfers,
  })
  const chat = composeChat({ ...around, uploads, guests, here })
  const review = composeReview({ ...around, here })
  const money: Capability[] = [games, deposits, bankfeed, slips, qrcodes, giftlinks, withdrawals]
  const rewards: Capability[] = [bonus, ...earned, spinwheel, watch]
  const all: Capability[] = [members, ...money, composeStatement(around), ...rewards, chat, review]
  return {
    sessions,
    live,
    uploads,
    chat,
    review,
    folders: [...slips.folders, ...chat.folders],
    bridge: { sessions, devices, limiter, switches, answersWhenGone },
    registerCalls: (api) => {
      for (const one of all) one.registerCalls?.(api)
      lookupRoutes(api, {
        clock,
        variant: config.variant,
        readSettings,
        findCurrency: async (id) => (await findMember(db, id))?.currency ?? null,
        readGiftLinkKey: giftlinks.readKey,
      })
      const operations = all.flatMap((one) => one.operations ?? [])
      outcomeRoutes(api, { db, clock, lockMember, operations })
    },
    webhooks: all.flatMap((one) => one.webhooks ?? []),
    jobs: [
      { name: 'sessions.forgetOld', everyMs: dayMs, run: sessions.forgetOld },
      { name: 'devices.forgetOld', everyMs: dayMs, run: devices.forgetOld },
      ...reconcileJobs({ ...around, transfers: games.transfers }),
      ...nightJobs(around),
      ...jobsOf(around, all),
    ],
  }
}

function jobsOf({ db, clock, log, metrics }: PartsDeps, all: readonly Capability[]): Job[] {
  const openWork = all.flatMap((one) => one.openWork ?? [])
  return [
    { name: 'outcome.forgetOld', everyMs: dayMs, run: () => forgetOldMarks({ db, clock }) },
    ...all.flatMap((one) => one.jobs ?? []),
    ...ledgerJobs({ db, clock }),
    ...sweepJobs({ clock, log, figures: metrics?.sweep }, openWork),
  ]
}
