import type { Capability, ContextWith } from '#context/app-context.ts'
import { memberDeskRoutes, type MemberDeskDeps } from './desk-routes.ts'

type Context = ContextWith<'db' | 'clock' | 'readSettings'>

/** What operators see and decide of members. */
export function openMemberDesk(
  context: Context,
  around: Omit<MemberDeskDeps, keyof Context>,
): Capability {
  return { registerConsole: (api) => memberDeskRoutes(api, { ...context, ...around }) }
}
