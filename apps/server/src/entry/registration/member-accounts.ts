import type { WalletCurrency } from '@kapao/contract/limits'
import type { Tx } from '#core/db/db.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { beginStatement } from '#records/statement/store.ts'

/** The accounts of every new member: a wallet, coins, transit accounts for open operations, and a statement. */
export async function openMemberAccounts(
  accounts: Pick<AccountBook, 'open'>,
  tx: Tx,
  { memberId, currency }: { memberId: string; currency: WalletCurrency },
): Promise<void> {
  await beginStatement(tx, memberId)
  const owned = { owner: memberId, party: '' } as const
  await accounts.open(tx, [
    { ...owned, kind: 'wallet', currency },
    { ...owned, kind: 'transfer', currency },
    { ...owned, kind: 'withdrawal', currency },
    { ...owned, kind: 'coin', currency: 'COIN' },
  ])
}
