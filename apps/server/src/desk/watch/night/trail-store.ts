import type { Check } from '#ledger/verify.ts'

/**
 * For these calls of members, the trail and the row in the statement are written in one commit, under one id. Deleting
 * one with its number and money leaves the other, and the trail is compared with the heads outside.
 */
export const trailChecks: readonly Check[] = [
  {
    name: 'operations in the trail are in the statement',
    sql: `select a.id, a.action, a.subject from core_audit a
      where a.action in ('transfers.begin', 'withdrawals.begin') and starts_with(a.actor, 'member:')
        and not exists (select from statement_row s
          where s.member_id = substr(a.actor, 8) and s.operation = a.subject::uuid) limit 100`,
    fullOnly: true,
  },
]
