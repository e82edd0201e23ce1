import type { Capability } from '#context/app-context.ts'
import { deskRoutes, type PayoutDeskDeps } from './desk-routes.ts'

/** Whether anything may be sent to bank accounts, and who stops it and lets it go on. */
export function openPayoutStops(deps: PayoutDeskDeps): Capability {
  return { registerConsole: (api) => deskRoutes(api, deps) }
}
