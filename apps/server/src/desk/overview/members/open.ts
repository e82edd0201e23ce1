import { hourMs } from '@kapao/contract/times'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { memberDeskRoutes, type MemberDeskDeps } from './desk-routes.ts'
import { countLargest } from './lists.ts'

type Context = ContextWith<'db' | 'clock' | 'readSettings' | 'reads'>

/** What operators see and decide of members. */
export function openMemberDesk(
  context: Context,
  around: Omit<MemberDeskDeps, keyof Context>,
): Capability {
  return {
    registerConsole: (api) => memberDeskRoutes(api, { ...context, ...around }),
    jobs: [{ name: 'members.countLargest', everyMs: hourMs, run: () => countLargest(context) }],
  }
}
