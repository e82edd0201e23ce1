import { join } from 'node:path'
import type { EndpointShape } from '@kapao/contract/endpoint'
import { readActive } from '@kapao/contract/lookup'
import { createBlocker } from '#core/addresses/blocked.ts'
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
import { createSessions, type Sessions } from '#core/session.ts'
import type { OpenWork } from '#core/sweeper.ts'
import type { ServedFolder } from '#core/uploads/serve-files.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { composeBankfeed } from './compose/bankfeed.ts'
import { composeDeposits } from './compose/deposits.ts'
import { composeGames, failpointOf } from './compose/games.ts'
import { composeChat, type ComposedChat } from './compose/chat/chat.ts'
import { composeLive } from './compose/live/live.ts'
import { composeGiftlinks } from './compose/giftlinks.ts'
import { composeMembers } from './compose/members.ts'
import { pageContent } from './compose/page-content.ts'
import { composeQrcodes } from './compose/qrcodes.ts'
import { composeSpinwheel } from './compose/rewards/spinwheel.ts'
import { composeEarned } from './compose/rewards/earned.ts'
import { reconcileJobs } from './compose/withdrawals/reconcile.ts'
import { composeWithdrawals } from './compose/withdrawals/withdrawals.ts'
import { composeSlips } from './compose/files/slips.ts'
import { composeBonus } from './compose/rewards/bonus.ts'
import { composeStatement } from './compose/statement.ts'
import { composeUploads, type Uploads } from './compose/files/uploads.ts'
import { standingOf, standingsOf } from './modules/account/find.ts'
import { findMember } from './modules/account/store.ts'
import { bonusHeld } from './modules/bonus/store.ts'
import { lookupRoutes } from './modules/lookup/routes.ts'
import { outcomeRoutes } from './modules/outcome/routes.ts'
import { forgetOldMarks, type FindOperation } from './modules/outcome/service.ts'
import { openSettings } from './modules/settings/read.ts'
import type { Settings } from './modules/settings/registry.ts'
import { lockMember } from './modules/statement/store.ts'
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
      fileLinkKey: null,
      failpoint: null,
      redisUrl: null,
      socketOrigins: [],
      trustedProxies: [],
    },
    log: { info: noDatabase, warn: noDatabase, error: noDatabase },
    db: { query: noDatabase, begin: noDatabase, listen: noDatabase, close: noDatabase },
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
    | 'fileLinkKey'
    | 'failpoint'
    | 'redisUrl'
    | 'socketOrigins'
    | 'trustedProxies'
  >
  log: Pick<Log, 'info' | 'warn' | 'error'>
  readSettings: () => Promise<Settings>
}

type Parts = {
  sessions: Sessions
  live: Live
  chat: ComposedChat
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
  openWork?: readonly OpenWork<never>[]
  webhooks?: readonly Webhook[]
}

function sessionsOf({ db, clock, ids }: PartsDeps): Parts['sessions'] {
  return createSessions({
    db,
    clock,
    ids,
    standingOf: (id) => standingOf(db, id),
    standingsOf: (memberIds) => standingsOf(db, memberIds),
  })
}

/** Hands one module's function to another; opens nothing. */
function composeParts(around: PartsDeps): Parts {
  const { config, db, clock, readSettings } = around
  const sessions = sessionsOf(around)
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
  const bonus = composeBonus({ ...around, push, games, releaseHeld, passStep })
  const { grant } = bonus
  const earned = composeEarned({ ...around, push, bonusHeld, passStep, grant })
  const { transfers } = games
  const withdrawals = composeWithdrawals({
    ...around,
    push,
    mayReach,
    bonusHeld: bonus.blocksWithdrawal,
    withdrawalChanged: bonus.withdrawalChanged,
    transfers,
  })
  const statement = composeStatement(around)
  const chat = composeChat({ ...around, uploads, guests, here })
  const money: Capability[] = [games, deposits, bankfeed, slips, qrcodes, giftlinks, withdrawals]
  const rewards: Capability[] = [bonus, ...earned, spinwheel]
  const all: Capability[] = [members, ...money, statement, ...rewards, chat]
  return {
    sessions,
    live,
    uploads,
    chat,
    folders: [...slips.folders, ...chat.folders],
    bridge: {
      sessions,
      limiter,
      switches,
      answersWhenGone: (call) => call.path === readActive.path,
    },
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
      { name: 'outcome.forgetOld', everyMs: dayMs, run: () => forgetOldMarks({ db, clock }) },
      ...all.flatMap((one) => one.jobs ?? []),
      ...reconcileJobs({ ...around, transfers }),
      ...ledgerJobs({ db, clock, openWork: all.flatMap((one) => one.openWork ?? []) }),
    ],
  }
}

function switchesOf(readSettings: () => Promise<Settings>): BridgeDeps['switches'] {
  const blocker = createBlocker()
  return async () => {
    const settings = await readSettings()
    return {
      serviceActive: settings['service.active'],
      clientHeaderRequired: settings['client.header.required'],
      isBlocked: blocker(settings['service.blocked']),
    }
  }
}
