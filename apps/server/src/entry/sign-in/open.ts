import { defaultLanguage } from '@kapao/contract/limits'
import { dayMs } from '@kapao/contract/times'
import type { FindSession } from '#core/console/bridge.ts'
import type { ReadRoles } from '#core/console/sockets.ts'
import type { Counter } from '#core/limits/rate-limit.ts'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { demoOperators } from '#records/operators/operators.ts'
import { deskRoutes, type DeskDeps } from './desk-routes.ts'
import { openRefusing } from './refusals.ts'
import { deleteOldNotices } from './notice-store.ts'
import { deleteOld } from './session-store.ts'
import { secretBox } from './secret-box.ts'
import { openFinding, readRoles } from './sessions.ts'

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
    'variant' | 'console' | 'games' | 'rateLimitFactor'
  >,
  { counter, hasher }: Pick<DeskDeps, 'hasher'> & { counter: Counter },
): SignIn {
  const { db, clock, log, readSettings, config } = context
  const { origin, isDemo } = config.console
  const { credentialKey } = config.games
  return {
    findSession: openFinding(context),
    readRoles: (sessions) => readRoles(context, sessions),
    registerConsole: (api) =>
      deskRoutes(api, {
        ...context,
        hasher,
        ...openRefusing({ db, clock, log, counter, factor: config.rateLimitFactor }),
        origin,
        language: defaultLanguage(config.variant),
        demo: isDemo ? { names: Object.values(demoOperators) } : null,
        box: credentialKey && secretBox(credentialKey),
        readBrandName: async () => (await readSettings())['brand.name'],
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
