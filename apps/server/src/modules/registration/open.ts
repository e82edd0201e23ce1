import type { Base, Capability } from '#app-context'
import { registrationRoutes } from './routes.ts'
import type { RegistrationDeps } from './service.ts'

/** How a visitor becomes a member. */
export function openRegistration(
  base: Base<'db' | 'clock' | 'ids' | 'log' | 'readSettings', 'variant'>,
  uses: Pick<
    RegistrationDeps,
    | 'read'
    | 'findTaken'
    | 'takenIn'
    | 'insertMember'
    | 'findInviter'
    | 'isSamePerson'
    | 'hashPassword'
    | 'isVerified'
    | 'useVerified'
    | 'openAccounts'
  >,
): Capability {
  const { variant } = base.config
  return { registerCalls: (api) => registrationRoutes(api, { ...base, ...uses, variant }) }
}
