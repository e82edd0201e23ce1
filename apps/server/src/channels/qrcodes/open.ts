import { hourMs } from '@kapao/contract/times'
import type { Capability, ContextWith } from '#context/app-context.ts'
import type { DueList } from '#core/jobs/sweep/due-store.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import type { GatewayClient, GatewayPayment } from '#outside/gateways/client.ts'
import { endedCodes, liveCodes } from './codes/store.ts'
import { findQrOutcome } from './create.ts'
import { serveTrustGauges } from './payments/gauges.ts'
import { duePayments, findPayment, paymentOf } from './payments/payment-store.ts'
import { dueProofs, readTrust } from './payments/proof-store.ts'
import { type QrDeps, settleLate, pollCode } from './poll.ts'
import { receiveAsked } from './receive.ts'
import { reconcileGateway } from './reconcile.ts'
import { qrRoutes } from './routes.ts'
import { gatewayWebhooks } from './webhook.ts'

export type OpenQrcodes = Capability & {
  gateways: readonly { code: string; client: GatewayClient }[]
  /** Takes in a payment that its gateway lists, once; answers its deposit, null while there is none. */
  takeListed: (
    provider: string,
    paid: GatewayPayment,
    requestId: string,
  ) => Promise<{ isNew: boolean; deposit: string | null; state: string }>
}

/** One every two minutes; load tests multiply it. */
const orderedPerHourMax = 30

/** QR codes, the gateways that create them, and the webhooks that gateways send. */
export function openQrcodes(
  context: ContextWith<
    'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'outside' | 'readSettings' | 'failpoint',
    'rateLimitFactor'
  >,
  { settle }: Pick<QrDeps, 'settle'>,
): OpenQrcodes {
  const { config, db, log, metrics, outside } = context
  const { gateways } = outside
  const deps: QrDeps = {
    ...context,
    settle,
    findClient: gateways.find,
    orderedPerHourMax: Math.ceil(orderedPerHourMax * config.rateLimitFactor),
  }
  if (metrics) serveTrustGauges({ log, registry: metrics.registry }, () => readTrust(db))
  return {
    gateways: gateways.codes.map((code) => ({ code, client: gateways.find(code)! })),
    takeListed: async (provider, paid, requestId) => {
      const { payment } = paid
      const before = await findPayment(db, { provider, payment })
      await receiveAsked(deps, { provider, payments: [paid], requestId })
      const { deposit, state } = (await findPayment(db, { provider, payment }))!
      return { isNew: before?.deposit !== deposit, deposit, state }
    },
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

/**
 * Four kinds of work, so that old codes never delay those that a member waits for. Together they ask one gateway
 * fewer at once than its limit of concurrent requests.
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
      finish: (due) => pollCode(deps, due),
    },
    {
      name: 'ended qrcodes',
      job: 'qrcodes.sweepEnded',
      everyMs: 15_000,
      atOnceEach: 2,
      ...listedIn(endedCodes),
      finish: (due) => pollCode(deps, due),
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
