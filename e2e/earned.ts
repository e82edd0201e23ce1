import { request as newRequest, type APIRequestContext } from '@playwright/test'
import { systemClock } from '../apps/server/src/core/clock.ts'
import type { Db } from '../apps/server/src/core/db/db.ts'
import { watchRewards } from '../apps/server/src/desk/watch/rewards/watch.ts'
import { accrueInvites } from '../apps/server/src/rewards/invite/accrue.ts'
import { readSettings } from '../apps/server/src/settings/read.ts'
import { withDb } from './database.ts'
import type { OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich, type Member } from './withdrawals.ts'

export async function idOf(member: Member): Promise<string> {
  return ((await member.get('/api/account/profile')) as { _id: string })._id
}

/** A loss in a past period, as the worker records it: no journey can wait for the end of a week. */
export async function loseBefore(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  member: Member,
  { lost, refund, period = '2001-01-01' }: { lost: number; refund: number; period?: string },
): Promise<void> {
  const values = [await idOf(member), period, lost * 100, refund * 100]
  const sql = `insert into refund_period (member_id, period, since, until, currency, lost, won, gifts, forfeited, rate, amount, created_at)
     values ($1, 'week ' || $2, $2::date - interval '7 hours', $2::date + interval '6 days 17 hours', 'BAHT', $3, 0, 0, 0, 500, $4, now())`
  await withDb(databaseUrl, (db) => db.query(sql, values))
}

/** Adds the given number of earlier receipts, to fill a second page. */
export async function receivedBefore(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  member: Member,
  times: number,
): Promise<void> {
  const values = [await idOf(member), times]
  const sql = `insert into refund_receipt (id, member_id, period, amount, currency, fingerprint, created_at)
     select gen_random_uuid(), $1, 'week ' || n, n * 100, 'BAHT', gen_random_uuid(), '2001-01-01'::timestamptz + n * interval '7 days'
     from generate_series(1, $2::int) as n`
  await withDb(databaseUrl, (db) => db.query(sql, values))
}

type Invitation = { request: APIRequestContext; copy: OwnCopy; inviter: Member }

/** Somebody who registered with the member's code, and has lost the given amount. */
export async function inviteFriend(
  { request, copy, inviter }: Invitation,
  { lost }: { lost: number },
): Promise<void> {
  const inviteCode = `PR${await idOf(inviter)}`
  // A different person, on their own phone: accounts that look like one person are held for review.
  const phone = await newRequest.newContext({ baseURL: copy.app })
  const friend = await makeRich(phone, copy, { baht: lost, inviteCode })
  const values = [await idOf(friend)]
  const sql = `update account_member set bank_account_name = 'A FRIEND' where id = $1`
  await withDb(copy.databaseUrl, (db) => db.query(sql, values))
  if (lost === 0) return
  await friend.get('/api/wallet/activate/pg')
  await friend.post('/api/wallet/transfer', { from: 'wallet', to: 'pg', amount: lost })
  const { username } = await friend.credentialsAt('pg')
  const data = { username, balance: '0.00' }
  const played = await request.post(`${copy.control}/games/pg/balance`, { data })
  expect(played.ok(), await played.text()).toBe(true)
  // A provider is queried once in five seconds.
  await expect(async () => {
    await friend.get('/api/wallet/refresh/slot')
    const { slots } = (await friend.get('/api/wallet')) as { slots: { amount: number }[] }
    expect(slots.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  }).toPass({ timeout: 20_000 })
  await withDb(copy.databaseUrl, countNow)
}

/** As the worker does at the end of a day; earlier, an operator would need a second one to confirm it. */
async function countNow(db: Db): Promise<void> {
  const log = { error: (message: unknown) => console.error(message) }
  const around = { db, clock: systemClock, log, readSettings: () => readSettings(db) }
  const { noteLinked } = watchRewards(around)
  await accrueInvites({ ...around, noteLinked }, new Date(systemClock.now().getTime() + 1))
}

/** That many friends who registered with the member's code, one a day, and never played. */
export async function friendsBefore(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  inviter: Member,
  count: number,
): Promise<void> {
  const values = [await idOf(inviter), count]
  const sql = `insert into account_member (id, phone, username, name, password_hash, currency, bank_code, bank_account_name, bank_account_no,
       invited_by, language, created_at)
     select 'FRAEND' || lpad(id::text, 6, '0'), '+6681' || lpad(id::text, 7, '0'), '081' || lpad(id::text, 7, '0'), 'Friend ' || n, '-', 'BAHT',
       'KBANK', 'A FRIEND', '77' || lpad(id::text, 8, '0'), $1, 'th', '2001-01-01'::timestamptz + n * interval '1 day'
     from generate_series(1, $2::int) as n, (select count(*) from account_member where id like 'FRAEND%') as friends(before),
       lateral (select before + n) as numbered(id)`
  await withDb(databaseUrl, (db) => db.query(sql, values))
}
