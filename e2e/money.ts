import type { APIRequestContext } from '@playwright/test'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { accountBook } from '../apps/server/src/ledger/accounts.ts'
import { postAll } from '../apps/server/src/ledger/post.ts'
import { withDb } from './database.ts'
import { tokenOf } from './member.ts'
import { expect } from './test.ts'

/** Puts money into a member's wallet, from the opening balances account. */
export async function giveMoney(
  databaseUrl: string,
  { phone, satang }: { phone: string; satang: bigint },
): Promise<void> {
  await withDb(databaseUrl, async (db) => {
    const [member] = await db.query<{ id: string }>(
      'select id from account_member where username = $1',
      [phone],
    )
    const book = accountBook(db)
    const [credit] = await book.find(member!.id, [['wallet', '']])
    const debit = await book.house('opening', '', 'BAHT')
    const money = { amount: satang, currency: 'BAHT' as const }
    await db.begin((tx) =>
      postAll(tx, systemClock.now(), [
        { idem: systemIds.key(), debit, credit: credit!, money, kind: 'opening' },
      ]),
    )
  })
}

/** Calls the API as a member, to set up a journey. */
export async function callAs(request: APIRequestContext, phone: string) {
  const headers = { authorization: `Bearer ${await tokenOf(request, phone)}` }
  const judge = async (answer: Awaited<ReturnType<typeof request.get>>) => {
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
  const get = async (path: string): Promise<unknown> => judge(await request.get(path, { headers }))
  return {
    get,
    /** The member's credentials at a game. */
    credentialsAt: async (game: string) =>
      (await get(`/api/wallet/account/${game}`)) as { username: string; password: string },
    post: async (path: string, data: object) => judge(await request.post(path, { headers, data })),
  }
}
