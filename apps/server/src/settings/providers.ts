import { textOfMoney } from '@kapao/contract/money'
import type { Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Settings } from './registry.ts'
import { closeProviders, openProviders, type ProviderHoldings } from './store.ts'

type Providers = Settings['games.providers']

/**
 * Refuses to remove a provider that holds members' money or has an open transfer: it could no longer be queried, and
 * the money would be invisible. A removed provider accepts no money once this transaction has committed.
 */
export async function refuseWhileHeld(
  tx: Tx,
  { before, after }: { before: Providers; after: Providers },
): Promise<void> {
  const stays = new Set(after.map(({ code }) => code))
  await openProviders(tx, [...stays])
  const removed = before.map(({ code }) => code).filter((code) => !stays.has(code))
  const held = removed.length === 0 ? [] : await closeProviders(tx, removed)
  if (held.length === 0) return
  throw new OperatorRefused(
    `games.providers would lose ${held.map(wordsOf).join('; ')}. Give it no currencies instead: nothing goes in any more, and members take out what they have.`,
    'provider-holds-money',
  )
}

function wordsOf({ game, currency, accounts, amount, moving }: ProviderHoldings): string {
  const lies = `accounts: ${accounts}, holding ${textOfMoney({ amount, currency })} ${currency}`
  const moves = `open transfers in ${currency}: ${moving}`
  const words = [...(accounts > 0n ? [lies] : []), ...(moving > 0n ? [moves] : [])]
  return `${game} (${words.join('; ')})`
}
