import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import type { TestDatabase } from '../database/database.ts'

type PlayEntry = { game: string; amount: bigint; at: Date }

/** Books a result of play as reported at an instant; negative is a loss, whose amount is put there first. */
export async function bookPlay(
  { db }: Pick<TestDatabase, 'db'>,
  owner: string,
  { game, amount, at }: PlayEntry,
): Promise<void> {
  const book = accountBook(db)
  const [account] = await book.open(db, [{ owner, kind: 'game', party: game, currency: 'BAHT' }])
  const opening = await book.house('opening', '', 'BAHT')
  const provider = await book.house('provider', game, 'BAHT')
  const money = { amount: amount < 0n ? -amount : amount, currency: 'BAHT' as const }
  const [idem, result] = [systemIds.key(), systemIds.key()]
  const kind = 'play_result' as const
  const journal =
    amount < 0n
      ? [
          { idem, debit: opening, credit: account!, money, kind: 'opening' as const },
          { idem: result, debit: account!, credit: provider, money, kind },
        ]
      : [{ idem: result, debit: provider, credit: account!, money, kind }]
  await db.begin((tx) => postAll(tx, at, journal))
  await db.query(
    `insert into wallet_game (member_id, game, asked_at, reported_at) values ($1, $2, $3, $3)
     on conflict (member_id, game) do update set asked_at = excluded.asked_at, reported_at = excluded.reported_at`,
    [owner, game, at],
  )
}
