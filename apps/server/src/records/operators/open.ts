import type { Capability, ContextWith } from '#context/app-context.ts'
import { deskRoutes, type DeskDeps } from './desk-routes.ts'

/** The operators, and what each may do. */
export function openOperators(
  context: ContextWith<'db' | 'clock'>,
  above: Pick<DeskDeps, 'listWays' | 'decide' | 'joins'>,
): Capability {
  return { registerConsole: (api) => deskRoutes(api, { ...context, ...above }) }
}
