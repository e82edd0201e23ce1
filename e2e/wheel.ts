import { systemClock } from '../apps/server/src/core/clock.ts'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { accountBook } from '../apps/server/src/ledger/accounts.ts'
import { postAll } from '../apps/server/src/ledger/post.ts'
import { anyWheel } from '../apps/server/src/testing/worlds/any-wheel.ts'
import { switchWheel } from '../apps/server/src/rewards/spinwheel/define.ts'
import { wheelOf, type WheelDefinition } from '../apps/server/src/rewards/spinwheel/definition.ts'
import { insertWheel, loadWheel } from '../apps/server/src/rewards/spinwheel/wheel-store.ts'
import { withDb } from './database.ts'

/** Gives a member coins for the wheel, as deposits do. */
export function giveCoins(
  databaseUrl: string,
  { phone, coins }: { phone: string; coins: number },
): Promise<void> {
  return withDb(databaseUrl, async (db) => {
    const [member] = await db.query<{ id: string }>(
      'select id from account_member where username = $1',
      [phone],
    )
    const book = accountBook(db)
    const [credit] = await book.find(member!.id, [['coin', '']])
    const debit = await book.house('coin', '', 'COIN')
    const money = { amount: BigInt(coins), currency: 'COIN' as const }
    await db.begin(async (tx) => {
      await postAll(tx, systemClock.now(), [
        { idem: systemIds.key(), debit, credit: credit!, money, kind: 'coin_grant' },
      ])
    })
  })
}

export const wheelName = 'วงล้อทดสอบ'
export const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffff00']
export const labels = ['20 บาท', 'ลองใหม่', '3 เหรียญ', '5 บาท']

/** Defines a wheel of four sectors; the first is worth 20 baht and has a description. */
export function setWheel(databaseUrl: string, weights: readonly number[]): Promise<void> {
  return withDb(databaseUrl, async (db) => {
    const prizes = [
      { amount: '20', currency: 'BAHT' },
      null,
      { amount: '3', currency: 'COIN' },
      { amount: '5', currency: 'BAHT' },
    ]
    const slices = weights.map((weight, index) => ({
      code: `sector-${index}`,
      label: labels[index]!,
      bgColor: colors[index],
      textColor: '#ffffff',
      weight,
      prize: prizes[index] ?? null,
      description: index === 0 ? '<b>ยี่สิบ</b><img src=x onerror="window.bad=1">' : null,
    }))
    const definition = anyWheel({ name: wheelName, slices })
    const act = { actor: 'system:e2e', requestId: 'e2e' } as const
    // Stored past the definition, which refuses such markup.
    const { id } = await db.begin((tx) =>
      insertWheel(tx, {
        ...wheelOf(definition as WheelDefinition),
        code: 'e2e',
        createdBy: act.actor,
        createdAt: systemClock.now(),
      }),
    )
    const wheel = await loadWheel(db, id)
    await switchWheel({ db, clock: systemClock }, { ...act, currency: 'BAHT', wheel })
  })
}
