import type { HoldReason } from '@kapao/contract/statement'
import type { Queryable } from '#core/db/db.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { statementRoutes } from './routes.ts'

type FindOther = (on: Queryable, memberId: string, operation: string) => Promise<string | null>

/** What rooms above know of a row. */
type RowFacts = {
  /** The other half of a transfer between two games. */
  findOtherHalf: FindOther
  /** The deposit that took a request over. */
  findDepositOfRequest: FindOther
  /** What deposits that are not in the wallet yet wait for, by their rows. */
  listHeld: (on: Queryable, memberId: string) => Promise<ReadonlyMap<string, HoldReason>>
}

/** The record of everything that a member did, and the receipt of each. */
export function openStatement(
  context: ContextWith<'db' | 'clock' | 'reads'>,
  { findOtherHalf, findDepositOfRequest, listHeld }: RowFacts,
): Capability {
  return {
    registerCalls: (api) =>
      statementRoutes(api, {
        ...context,
        listHeld,
        // A row names one operation, but the act may have been two operations, or have begun as another.
        listLinked: async (on, memberId, operation) => {
          const found = [
            await findOtherHalf(on, memberId, operation),
            await findDepositOfRequest(on, memberId, operation),
          ]
          return found.filter((id) => id !== null)
        },
      }),
  }
}
