import { qrProviders } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable } from '#core/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import type { OpenWork } from '#core/sweeper.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import { transferReference, type Settle } from '#outside/arrival.ts'
import { openGateways } from '#outside/gateways/open.ts'
import { findMember } from '../modules/account/store.ts'
import type { FindOperation } from '../modules/outcome/service.ts'
import type { QrDeps, QrRules } from '../modules/qrcodes/create.ts'
import { gatewayWebhooks } from '../modules/qrcodes/hear.ts'
import { findQrOutcome } from '../modules/qrcodes/live.ts'
import { listDuePayments, type Named } from '../modules/qrcodes/payment-store.ts'
import { reconcileGateway, settleLate, watchCode } from '../modules/qrcodes/recover.ts'
import { qrRoutes } from '../modules/qrcodes/routes.ts'
import { findPayer, insertPayer, listDueCodes } from '../modules/qrcodes/store.ts'
import type { Settings } from '../modules/settings/registry.ts'
import { lockMember } from '../modules/statement/store.ts'
import { failpointOf } from './games.ts'

export type QrcodesAround = {
  config: Pick<Config, 'sandboxUrl' | 'gateways' | 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  readSettings: () => Promise<Settings>
  settle: Settle
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
}

export type ComposedQrcodes = {
  registerCalls: (api: Api) => void
  webhooks: Webhook[]
  operations: FindOperation[]
  openWork: OpenWork<never>[]
  jobs: Job[]
}

const hourMs = 60 * 60_000

/** Codes to pay by, the gateways that make them, and what these have to tell. */
export function composeQrcodes(around: QrcodesAround): ComposedQrcodes {
  const { config, db, clock, readSettings } = around
  const gateways = openGateways({
    sandboxUrl: config.sandboxUrl,
    accounts: config.gateways,
    clock,
    payersAt: (code) => ({
      find: (about) => findPayer(db, code, sha256(about)),
      keep: (about, name) => insertPayer(db, code, { about: sha256(about), name }),
    }),
  })
  const deps: QrDeps = {
    ...around,
    findClient: gateways.find,
    findMember,
    isOffered: async (provider, currency) =>
      (await readSettings())['deposit.accounts'].some(
        (one) =>
          one.bankType === 'PAYMENT' && one.bankCode === provider && one.currency === currency,
      ),
    readRules: async (provider) => rulesOf(await readSettings(), provider),
    lockMember,
    nameTransfer: transferReference,
    passStep: failpointOf(config.failpoint),
  }
  return {
    registerCalls: (api) => qrRoutes(api, deps),
    webhooks: gatewayWebhooks(deps, gateways.codes),
    operations: [findQrOutcome],
    openWork: [codeWork(deps), paymentWork(deps)] as unknown as OpenWork<never>[],
    jobs: gateways.codes.map((code) => ({
      name: `qrcodes.reconcile${code}`,
      everyMs: hourMs,
      run: () => reconcileGateway(deps, code),
    })),
  }
}

const withMinimum = [...qrProviders, 'BCEL'] as const

function isKnown(provider: string): provider is (typeof withMinimum)[number] {
  return (withMinimum as readonly string[]).includes(provider)
}

function rulesOf(settings: Settings, provider: string): QrRules {
  const currency = provider === 'BCEL' ? 'LAK' : 'BAHT'
  return {
    minutes: settings['qr.minutes'],
    minimum: isKnown(provider) ? settings[`qr.minimum.${provider}`] : '1',
    confirmFrom: settings[`qr.confirmFrom.${currency}`],
  }
}

function codeWork(deps: QrDeps): OpenWork<{ id: string }> {
  return {
    name: 'qrcodes',
    findDue: (_before, limit) => listDueCodes(deps.db, deps.clock.now(), limit),
    finish: (due) => watchCode(deps, due),
  }
}

/** Those that are younger than the sweeper's patience are in the hands of who has heard them. */
function paymentWork(deps: QrDeps): OpenWork<Named> {
  return {
    name: 'qrcodes payments',
    findDue: (before, limit) => listDuePayments(deps.db, before, limit),
    finish: (due) => settleLate(deps, due),
  }
}
