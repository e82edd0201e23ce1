import { textOfMoney } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import { sandboxKeys } from '#core/secrets.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import { newPassword } from '#money/games/activate.ts'
import { passwordBox } from '#money/games/password-box.ts'
import { insertAccount, listAccounts } from '#money/games/store.ts'
import { claimAsking, setReported } from '#money/wallet/store.ts'
import type { HistoryOf } from './history.ts'
import { demoGames } from './plan.ts'

export type DemoGamesDeps = {
  clock: Clock
  ids: Ids
  accounts: AccountBook
  credentialKey?: Buffer | undefined
}

/** Accounts at providers that the sandbox learns when it starts; no provider is called here. */
export async function openDemoGames(
  tx: Tx,
  { clock, ids, accounts, credentialKey = sandboxKeys.credentials }: DemoGamesDeps,
  { memberId, currency }: HistoryOf,
): Promise<void> {
  const box = passwordBox(credentialKey)
  const at = clock.now()
  for (const game of demoGames) {
    const username = `k${ids.code().toLowerCase()}`
    const sealed = box.close(newPassword(ids.secret()), { memberId, game })
    await insertAccount(tx, memberId, { game, username, passwordBox: sealed, at })
  }
  const owned = { owner: memberId, kind: 'game', currency } as const
  await accounts.open(
    tx,
    demoGames.map((party) => ({ ...owned, party })),
  )
  await claimAsking(tx, memberId, { games: demoGames, at, notSince: at })
  for (const game of demoGames) await setReported(tx, memberId, { game, at })
}

/** A member's balance at a provider, from the ledger. */
export type ProviderBalance = {
  game: string
  username: string
  password: string | null
  balance: string
  currency: string
}

/**
 * Everything that members hold at providers. The sandbox forgets it when it ends, so it is sent again at every start:
 * otherwise the next refresh would book all of it as lost.
 */
export async function listHeld(
  on: Queryable,
  credentialKey: Buffer = sandboxKeys.credentials,
): Promise<ProviderBalance[]> {
  const box = passwordBox(credentialKey)
  const held: ProviderBalance[] = []
  for (const { memberId, game, username, passwordBox: sealed } of await listAccounts(on)) {
    const balances = await listBalances(on, memberId)
    const account = balances.find(({ kind, party }) => kind === 'game' && party === game)
    if (!account) continue
    const { money } = account
    const password = openOrNull(() => box.open(sealed, { memberId, game }))
    held.push({ game, username, password, balance: textOfMoney(money), currency: money.currency })
  }
  return held
}

/** Null when it was sealed under another key; then only links lead in. */
function openOrNull(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}
