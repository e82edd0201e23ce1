import { textOfMoney } from '@kapao/contract/money'
import type { Tx } from '#core/db/db.ts'
import { noteItem } from '#records/items/store.ts'
import { findDoubt } from './doubt-store.ts'

type Difference = {
  memberId: string
  game: string
  currency: Parameters<typeof textOfMoney>[0]['currency']
  books: bigint
  reported: bigint
  at: Date
}

/**
 * Lists what a provider has more or less than restored books. Where it has more, the same money may still be in the
 * wallet, so withdrawals and rewards of the member wait.
 */
export async function noteDifference(tx: Tx, found: Difference): Promise<void> {
  const { memberId, game, currency, books, reported, at } = found
  const doubt = await findDoubt(tx, found)
  if (!doubt) return
  const text = (amount: bigint): string => textOfMoney({ amount, currency })
  await noteItem(tx, {
    kind: 'recovery.difference',
    key: `${doubt.epoch}:${memberId}:${game}`,
    memberId,
    words: `${game} says ${text(reported)} ${currency} and the restored books ${text(books)}: a lost transfer, or play? kapao recovery settle`,
    evidence: { game, reported: text(reported), books: text(books), currency },
    holds: reported > books ? ['withdrawals', 'rewards'] : [],
    since: at,
  })
}
