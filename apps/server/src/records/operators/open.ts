import type { Capability, ContextWith } from '#context/app-context.ts'
import { deskRoutes, type DeskDeps } from './desk-routes.ts'

type Uses = Pick<DeskDeps, 'listWays' | 'decide' | 'joins'>

/** The operators, and what each may do. */
export function openOperators(context: ContextWith<'db' | 'clock'>, uses: Uses): Capability {
  return { registerConsole: (api) => deskRoutes(api, { ...context, ...uses }) }
}
