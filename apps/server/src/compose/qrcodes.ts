import { qrProviders } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable } from '#core/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Api } from '#core/route.ts'
import type { DueList } from '#core/sweep/due-store.ts'
import type { OpenWork } from '#core/sweep/open-work.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import { transferReference, type Settle } from '#outside/arrival.ts'
import { openGateways } from '#outside/gateways/open.ts'
import { findMember } from '#modules/account/store.ts'
import { noteItem } from '#modules/items/store.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import type { QrDeps, QrRules } from '#modules/qrcodes/create.ts'
import { gatewayWebhooks } from '#modules/qrcodes/hear.ts'
import { findQrOutcome } from '#modules/qrcodes/live.ts'
import { duePayments, paymentOf } from '#modules/qrcodes/payments/payment-store.ts'
import { serveTrustGauges } from '#modules/qrcodes/payments/gauges.ts'
import { dueProofs, readTrust } from '#modules/qrcodes/payments/proof-store.ts'
import { reconcileGateway, settleLate, watchCode } from '#modules/qrcodes/recover.ts'
import { qrRoutes } from '#modules/qrcodes/routes.ts'
import { endedCodes, findPayer, insertPayer, liveCodes } from '#modules/qrcodes/store.ts'
import type { Settings } from '#settings/registry.ts'
import { lockMember } from '#modules/statement/store.ts'
import { hastenUnsent } from '#modules/withdrawals/begin-end-store.ts'
import { failpointOf } from './games.ts'

export type QrcodesAround = {
  config: Pick<Config, 'sandboxUrl' | 'gateways' | 'failpoint' | 'rateLimitFactor'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  readSettings: () => Promise<Settings>
  settle: Settle
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
  metrics?: Pick<Metrics, 'registry'>
}

export type ComposedQrcodes = {
  registerCalls: (api: Api) => void
  webhooks: Webhook[]
  operations: FindOperation[]
  openWork: OpenWork[]
  jobs: Job[]
}

const hourMs = 60 * 60_000
/** One every two minutes; load tests multiply it. */
const orderedPerHourMax = 30

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
    orderedPerHourMax: Math.ceil(orderedPerHourMax * config.rateLimitFactor),
    readRules: async (provider) => rulesOf(await readSettings(), provider),
    noteUnknown: ({ isCredited, ...item }) =>
      noteItem(db, { kind: 'qrcodes.unknown', ...item, holds: isCredited ? ['rewards'] : [] }),
    onProven: (memberId) => hastenUnsent(db, memberId, clock.now()),
    lockMember,
    nameTransfer: transferReference,
    passStep: failpointOf(config.failpoint),
  }
  const { metrics, log } = around
  if (metrics) serveTrustGauges({ log, registry: metrics.registry }, () => readTrust(db))
  return {
    registerCalls: (api) => qrRoutes(api, deps),
    webhooks: gatewayWebhooks(deps, gateways.codes),
    operations: [findQrOutcome],
    openWork: qrWork(deps),
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
    unconfirmedMax: settings[`qr.unconfirmedMax.${currency}`],
  }
}

/**
 * Four kinds, so that codes which nobody looks at any more never stand before those that somebody waits for. Together they
 * ask one gateway less at once than its door lets through.
 */
function qrWork(deps: QrDeps): OpenWork[] {
  const listedIn = ({ find, count }: DueList): Pick<OpenWork, 'findDue' | 'countDue'> => ({
    findDue: (wanted) => find(deps.db, wanted),
    countDue: (at) => count(deps.db, at),
  })
  return [
    {
      name: 'qrcodes',
      job: 'qrcodes.sweep',
      everyMs: 5_000,
      atOnceEach: 6,
      ...listedIn(liveCodes),
      finish: (due) => watchCode(deps, due),
    },
    {
      name: 'ended qrcodes',
      job: 'qrcodes.sweepEnded',
      everyMs: 15_000,
      atOnceEach: 2,
      ...listedIn(endedCodes),
      finish: (due) => watchCode(deps, due),
    },
    {
      name: 'qrcodes payments',
      job: 'qrcodes.settle',
      everyMs: 5_000,
      atOnceEach: 4,
      ...listedIn(duePayments),
      finish: (due) => settleLate(deps, paymentOf(due)),
    },
    {
      name: 'qrcodes proofs',
      job: 'qrcodes.prove',
      everyMs: 5_000,
      atOnceEach: 3,
      ...listedIn(dueProofs),
      finish: (due) => settleLate(deps, paymentOf(due)),
    },
  ]
}
