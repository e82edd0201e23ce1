import { dayMs } from '@kapao/contract/times'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { sessionRoutes, type SessionRouteDeps } from './routes.ts'
import { forgetOldAttempts } from './throttle.ts'

/** Login with its throttle, and logout. */
export function openSession(
  context: ContextWith<'db' | 'clock' | 'log'>,
  uses: Omit<SessionRouteDeps, 'db' | 'clock' | 'log' | 'limiter'>,
): Capability {
  return {
    registerCalls: (api) => sessionRoutes(api, { ...context, ...uses, limiter: api.deps.limiter }),
    jobs: [{ name: 'session.forgetOld', everyMs: dayMs, run: () => forgetOldAttempts(context) }],
  }
}
