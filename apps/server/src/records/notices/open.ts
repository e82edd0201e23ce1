import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { numberNotTaken } from '#outside/sms/client.ts'
import { deliver } from './deliver.ts'
import { countDue } from './delivery-store.ts'
import { noticeDeskRoutes } from './desk-routes.ts'
import { forgetOldNotices } from './forget.ts'
import { countEnded, serveGauges } from './gauges.ts'
import { noticeRoutes } from './routes.ts'
import type { ShowDeps } from './show.ts'
import { watchUntold } from './watch.ts'

const deliverEveryMs = 2_000

/** What happened to members' money and accounts: kept for them, carried to their phones, and who could not be told. */
export function openNotices(
  context: ContextWith<
    'db' | 'clock' | 'log' | 'metrics' | 'outside' | 'readSettings' | 'failpoint',
    'variant'
  >,
  around: Pick<ShowDeps, 'countTalk' | 'mayAddPasskey'>,
): Capability {
  const { config, db, clock, log, metrics, outside, readSettings } = context
  if (metrics)
    serveGauges({ registry: metrics.registry, log, clock }, () => countDue(db, numberNotTaken))
  const counted = metrics ? countEnded(metrics.registry) : () => undefined
  const readBrand = async () => (await readSettings())['brand.name']
  return {
    registerCalls: (api) => noticeRoutes(api, { ...context, ...around, variant: config.variant }),
    registerConsole: (api) => noticeDeskRoutes(api, { ...context, variant: config.variant }),
    jobs: [
      {
        name: 'notices.deliver',
        everyMs: deliverEveryMs,
        run: () => deliver({ ...context, sms: outside.sms, readBrand, countEnded: counted }),
      },
      { name: 'notices.watch', everyMs: minuteMs, run: () => watchUntold(context) },
      { name: 'notices.forgetOld', everyMs: dayMs, run: () => forgetOldNotices(context) },
    ],
  }
}
