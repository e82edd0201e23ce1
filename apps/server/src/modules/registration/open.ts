import type { ContextWith, Capability } from '#app-context'
import { registrationRoutes } from './routes.ts'
import type { RegistrationDeps } from './service.ts'

/** Registration of new members. */
export function openRegistration(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings', 'variant'>,
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
  const { variant } = context.config
  return { registerCalls: (api) => registrationRoutes(api, { ...context, ...uses, variant }) }
}
