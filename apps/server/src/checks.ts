import type { Check } from '#ledger/verify.ts'
import { statementCheckSql } from './modules/statement/store.ts'

/** What `verify` asks beside the ledger's own questions; each module that holds money adds its own here. */
export const ledgerChecks: readonly Check[] = [
  { name: 'statements are numbered without a gap', sql: statementCheckSql, fullOnly: true },
  {
    name: 'nothing is held while nothing is open',
    sql: `select id as account, kind, balance from ledger_account
      where kind in ('transfer', 'withdrawal') and owner is not null and balance <> 0 limit 100`,
  },
]
