import type { ContextWith, Capability } from '#context/app-context.ts'
import { accountBook } from '#ledger/accounts.ts'
import { registrationRoutes } from './routes.ts'
import type { RegistrationDeps } from './service.ts'

/** Registration of new members. */
export function openRegistration(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings', 'variant'>,
  { hasher }: Pick<RegistrationDeps, 'hasher'>,
): Capability {
  const { variant } = context.config
  const accounts = accountBook(context.db)
  return {
    registerCalls: (api) => registrationRoutes(api, { ...context, hasher, accounts, variant }),
  }
}
