import { join } from 'node:path'
import type { EndpointShape } from '@kapao/contract/endpoint'
import { defaultLanguage } from '@kapao/contract/limits'
import { readActive } from '@kapao/contract/lookup'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import { connectSourcesOf } from '#core/csp.ts'
import type { Db } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import { createJobs, type Job, type Jobs } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { PageContent } from '#core/page.ts'
import { createRateLimiter } from '#core/rate-limit.ts'
import type { Api, BridgeDeps } from '#core/route.ts'
import { createSessions, type Sessions } from '#core/session.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { composeGames } from './compose/games.ts'
import { composeMembers } from './compose/members.ts'
import { standingOf } from './modules/account/find.ts'
import { findMember } from './modules/account/store.ts'
import { lookupRoutes } from './modules/lookup/routes.ts'
import { outcomeRoutes } from './modules/outcome/routes.ts'
import { forgetOldMarks } from './modules/outcome/service.ts'
import { openSettings } from './modules/settings/read.ts'
import { settingsForPage, type Settings } from './modules/settings/registry.ts'
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
  const app = await buildApp({
    http: around,
    bridge: parts.bridge,
    page: {
      distDir: around.distDir ?? builtPage,
      loadContent: async () => pageContent(config, await settings.read()),
    },
    registerCalls: parts.registerCalls,
    sealsAsText: sealsAsText({ db, clock }),
  })
  const jobs = createJobs(around, parts.jobs)
  return {
    ...app,
    jobs,
    close: async () => {
      await jobs.stop()
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
      games: { credentialKey: null, agents: {} },
      failpoint: null,
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
  config: Pick<Config, 'rateLimitFactor' | 'variant' | 'sms' | 'sandboxUrl' | 'games' | 'failpoint'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  readSettings: () => Promise<Settings>
}

type Parts = {
  sessions: Sessions
  bridge: BridgeDeps
  registerCalls: (api: Api) => void
  jobs: Job[]
}

/** Hands one module's function to another; opens nothing. */
function composeParts(around: PartsDeps): Parts {
  const { config, db, clock, ids, readSettings } = around
  const sessions = createSessions({ db, clock, ids, standingOf: (id) => standingOf(db, id) })
  const members = composeMembers({ ...around, sessions })
  const games = composeGames(around)
  const limiter = createRateLimiter(clock, config.rateLimitFactor)
  const switches = async () => {
    const settings = await readSettings()
    return {
      serviceActive: settings['service.active'],
      clientHeaderRequired: settings['client.header.required'],
    }
  }
  return {
    sessions,
    bridge: {
      sessions,
      limiter,
      switches,
      answersWhenGone: (call) => call.path === readActive.path,
    },
    registerCalls: (api) => {
      members.registerCalls(api)
      games.registerCalls(api)
      lookupRoutes(api, {
        clock,
        variant: config.variant,
        readSettings,
        findCurrency: async (id) => (await findMember(db, id))?.currency ?? null,
      })
      outcomeRoutes(api, { db, clock, lockMember, operations: games.operations })
    },
    jobs: [
      { name: 'sessions.forgetOld', everyMs: dayMs, run: sessions.forgetOld },
      { name: 'outcome.forgetOld', everyMs: dayMs, run: () => forgetOldMarks({ db, clock }) },
      ...members.jobs,
      ...ledgerJobs({ db, clock, openWork: games.openWork }),
    ],
  }
}

function pageContent({ variant }: Config, settings: Settings): PageContent {
  const language = defaultLanguage(variant)
  return {
    brandName: settings['brand.name'],
    brandCss: '',
    defaultLanguage: language,
    connect: connectSourcesOf(settings['chat.address']),
    settings: {
      variant,
      defaultLanguage: language,
      brand: { name: settings['brand.name'] },
      settings: settingsForPage(settings),
    },
  }
}
