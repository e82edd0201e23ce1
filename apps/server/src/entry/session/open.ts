import { dayMs } from '@kapao/contract/times'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { sessionRoutes, type SessionRouteDeps } from './routes.ts'
import { forgetOldAttempts } from './throttle.ts'

/** Login with its throttle, and logout. */
export function openSession(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log'>,
  around: Pick<SessionRouteDeps, 'hasher' | 'sessions' | 'passkeys'>,
): Capability {
  return {
    registerCalls: (api) =>
      sessionRoutes(api, { ...context, ...around, limiter: api.deps.limiter }),
    jobs: [
      { name: 'session.forgetAttempts', everyMs: dayMs, run: () => forgetOldAttempts(context) },
    ],
  }
}
