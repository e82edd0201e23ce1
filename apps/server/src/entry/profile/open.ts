import type { ContextWith, Capability } from '#context/app-context.ts'
import { profileRoutes } from './routes.ts'
import type { ProfileDeps } from './service.ts'

/** What members see and change of themselves. */
export function openProfile(
  context: ContextWith<'db' | 'clock' | 'log' | 'readSettings'>,
  { notifyMember }: Pick<ProfileDeps, 'notifyMember'>,
): Capability {
  const { readSettings } = context
  return {
    registerCalls: (api) =>
      profileRoutes(api, {
        ...context,
        notifyMember,
        limiter: api.deps.limiter,
        readBanks: async () => (await readSettings())['registration.banks'],
      }),
  }
}
