import { defaultLanguage } from '@kapao/contract/limits'
import { dayMs } from '#core/clock.ts'
import type { FindSession } from '#core/console/bridge.ts'
import type { ReadRoles } from '#core/console/sockets.ts'
import type { Counter } from '#core/http/rate-limit.ts'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { deskRoutes, type DeskDeps } from './desk-routes.ts'
import { openRefusing } from './refusals.ts'
import { deleteOldNotices } from './notice-store.ts'
import { deleteOld } from './session-store.ts'
import { openFinding, readRoles } from './sessions.ts'

type Uses = Pick<DeskDeps, 'isEnabled' | 'hasOwnOperators' | 'box' | 'hasher' | 'isCommon'> & {
  demoNames: readonly string[]
  /** Counts passwords of a name, together with other consoles. */
  counter: Counter
}

export type SignIn = Capability & {
  findSession: FindSession
  readRoles: ReadRoles
}

/** What is over is kept for a month: the page of an operator shows no more, and the trail has the rest. */
const keepMs = 30 * dayMs

/** How operators get into the console, and how long they stay. */
export function openSignIn(
  context: ContextWith<
    'db' | 'clock' | 'ids' | 'log' | 'readSettings',
    'variant' | 'console' | 'rateLimitFactor'
  >,
  { demoNames, counter, ...uses }: Uses,
): SignIn {
  const { db, clock, log, readSettings, config } = context
  const { origin, isDemo } = config.console
  return {
    findSession: openFinding(context),
    readRoles: (sessions) => readRoles(context, sessions),
    registerConsole: (api) =>
      deskRoutes(api, {
        ...context,
        ...uses,
        ...openRefusing({ db, clock, log, counter, factor: config.rateLimitFactor }),
        origin,
        language: defaultLanguage(config.variant),
        demo: isDemo ? { names: demoNames } : null,
        readHouse: async () => (await readSettings())['brand.name'],
        readAllowed: async () => (await readSettings())['console.passwords'],
      }),
    jobs: [
      {
        name: 'signIn.forgetOld',
        everyMs: dayMs,
        run: async () => {
          await deleteOld(db, new Date(clock.now().getTime() - keepMs))
          await deleteOldNotices(db)
        },
      },
    ],
  }
}
