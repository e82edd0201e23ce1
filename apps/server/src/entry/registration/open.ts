import type { ContextWith, Capability } from '#context/app-context.ts'
import { registrationRoutes } from './routes.ts'
import type { RegistrationDeps } from './service.ts'

/** Registration of new members. */
export function openRegistration(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings', 'variant'>,
  uses: Omit<RegistrationDeps, 'db' | 'clock' | 'ids' | 'log' | 'variant' | 'readSettings'>,
): Capability {
  const { variant } = context.config
  return { registerCalls: (api) => registrationRoutes(api, { ...context, ...uses, variant }) }
}
