import { dayMs } from '@kapao/contract/times'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { outcomeRoutes } from './routes.ts'
import { forgetOldMarks } from './service.ts'

/** Looks up the outcome of a call that was sent with a key. */
export function openOutcome(
  context: ContextWith<'db' | 'clock'>,
  { capabilities }: { capabilities: readonly Capability[] },
): Capability {
  const operations = capabilities.flatMap((one) => one.operations ?? [])
  return {
    registerCalls: (api) => outcomeRoutes(api, { ...context, operations }),
    jobs: [{ name: 'outcome.forgetOld', everyMs: dayMs, run: () => forgetOldMarks(context) }],
  }
}
