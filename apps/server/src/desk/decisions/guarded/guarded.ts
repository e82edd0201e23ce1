import type { AuditContext } from '#core/audit/audit-store.ts'
import type { SecondKind } from '@kapao/contract/console/reasons'
import type { AppContext } from '#context/app-context.ts'
import type { Comparison, Explanation } from '#desk/recovery/settle.ts'

/** What an operator's act needs, at whichever desk they sit. */
export type DeskContext = AuditContext & DeskParts & { settleDifference: SettleDifference }
export type DeskParts = Pick<AppContext, 'db' | 'clock' | 'ids' | 'config' | 'outside'>

/** On connections of its own, which may book while the house is closed. */
export type SettleDifference = (explanation: Explanation) => Promise<Comparison>

/** Nobody confirms anything in a process that has no desk. */
export const atNoDesk: SettleDifference = () => Promise.reject(new Error('there is no desk here'))

/** What may need a second operator. Its input is stored as JSON until it is confirmed. */
export type GuardedAct<W, T = unknown> = {
  kind: SecondKind
  /**
   * Does it, in the name of the operator at the desk. With the desk's database only: before it is stored it is tried on
   * one that keeps nothing.
   */
  run: (desk: DeskContext, what: W) => Promise<T>
}

export function byOf({ actor, requestId }: DeskContext): AuditContext {
  return { actor, requestId }
}
