import type { ContextWith, Capability } from '#context/app-context.ts'
import { profileRoutes } from './routes.ts'
import type { ProfileDeps } from './service.ts'

/** What members see and change of themselves. */
export function openProfile(
  context: ContextWith<'db' | 'clock' | 'log' | 'readSettings'>,
  { notifyChanged }: Pick<ProfileDeps, 'notifyChanged'>,
): Capability {
  const { readSettings } = context
  return {
    registerCalls: (api) =>
      profileRoutes(api, {
        ...context,
        notifyChanged,
        limiter: api.deps.limiter,
        readBanks: async () => (await readSettings())['registration.banks'],
      }),
  }
}
