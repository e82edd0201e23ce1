import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { findLatest } from '#money/withdrawals/store.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bounce } from '#money/withdrawals/bounce.ts'
import { accountBook } from '#ledger/accounts.ts'
import { systemIds } from '#core/ids.ts'
import { unguarded } from '#testing/database/database.ts'
import { requestAlone } from '#testing/operators/requests.ts'
import { readCannedFacts } from '#talk/chat/canned-facts.ts'
import { describeFacts } from './facts.ts'
import { readFacts } from './read-facts.ts'

const world = testWorld(openPayoutWorld)
let player: Player
let endedAt: Date

beforeAll(async () => {
  player = await world.addPlayer(100_000n, [])
  expect((await world.withdraw(player, 100)).status).toBe(200)
  await world.becomes(player, 'paid')
  endedAt = (await findLatest(world.database.db, player.id))!.endedAt!
})

test.each([
  ['a second before a day has passed', dayMs - 1_000, true],
  ['after exactly a day', dayMs, true],
  ['a second after it', dayMs + 1_000, false],
  ['weeks later', 21 * dayMs, false],
])('REACH-32 a withdrawal that has ended is reported for a day: %s', async (_, ms, isThere) => {
  const clock = { now: () => new Date(endedAt.getTime() + ms) }
  const { withdrawal } = await readFacts(world.database.db, clock, player.id)
  expect(withdrawal?.stage ?? null).toBe(isThere ? 'PAID' : null)
})

const saysOf = async (one: Player) =>
  describeFacts(await readFacts(world.database.db, world.clock, one.id), 'en')
const canned = (one: Player) =>
  readCannedFacts({ db: world.database.db, clock: world.clock }, one.id, 'en')

test('TEXT-41 a payout that its bank sent back is in the wallet again, for the chat and for canned answers too', async () => {
  await world.addOperators({ boss: 'system:bootstrap', nok: 'operator:boss' })
  const one = await world.addPlayer(100_000n, [])
  await world.withdraw(one, 100)
  await world.becomes(one, 'paid')
  const { id } = (await findLatest(world.database.db, one.id))!
  expect(await saysOf(one)).toContain('it has been paid.')
  const { db } = world.database
  await requestAlone(db, { kind: 'withdrawals bounced', subject: id, by: 'nok', satang: 10_000 })
  const accounts = accountBook(db)
  const act = { id, why: 'line 4711', actor: 'operator:nok', requestId: 'test' } as const
  await bounce({ db, clock: world.clock, accounts, ids: systemIds }, act)
  const back = 'it is back in your wallet. (Your bank did not accept it, or sent it back.)'
  expect(await saysOf(one)).toContain(back)
  expect((await canned(one)).withdrawal).toContain(back)
})

test('TEXT-43 money in games and a gift link under way are named', async () => {
  const one = await world.addPlayer(50_000n, ['pg'])
  await one.call('POST /api/wallet/transfer', { body: { from: 'wallet', to: 'pg', amount: 500 } })
  expect(await saysOf(one)).toContain('Your games hold 500.00\u00A0baht (latest known balance).')
  const { db } = world.database
  await db.query(
    `insert into giftlinks_link (id, member_id, key, fingerprint, voucher, account, mobile, state, created_at, next_at)
     values ($1::uuid, $2, $4, $1::uuid, 'v', 'a', 'm', 'unknown', $3, $3)`,
    [systemIds.key(), one.id, new Date('2026-11-21T05:30:00Z'), systemIds.key()],
  )
  expect(await saysOf(one)).toContain('Gift link sent on 21/11/2026 12:30:00: we have your link')
})

test('TEXT-44 an approved withdrawal that waits because its account has just changed is not on its way', async () => {
  const one = await world.addPlayer(500_000n, [])
  await world.withdraw(one, 3_000)
  expect(await saysOf(one)).toContain('our staff are checking it.')
  await unguarded(world.database.ownerDb, (tx) =>
    tx.query(
      `update withdrawals_withdrawal set state = 'approved', not_before = '2999-01-01' where member_id = $1`,
      [one.id],
    ),
  )
  const said = await saysOf(one)
  expect(said).toContain('it is approved and is waiting for the safety period to end.')
  expect(said).not.toContain('is being paid')
})
