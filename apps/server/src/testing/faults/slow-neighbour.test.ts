import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { Player } from '../worlds/game-world.ts'
import { fillEnvelope, sealLink } from '../doubles/gift-links.ts'
import { openPayWorld } from '../worlds/pay-world.ts'
import { testWorld } from '../worlds/test-world.ts'

const world = testWorld(openPayWorld)

const fault = (operation: string, kind: string, more: Record<string, unknown> = {}) =>
  world.sandbox.addFault({ operation, kind, ...more })

/** Codes of other members, half of them live, that have been due for a minute. */
async function addDueCodes(provider: string, count: number): Promise<void> {
  await world.database.db.query(
    `insert into qrcodes_code (id, reference, member_id, provider, key, fingerprint, currency, ordered, amount, payload, state,
       created_at, expires_at, ended_at, next_at)
     select gen_random_uuid(), 'KDUE' || n, 'crowd' || n, $1, 'crowd' || n, gen_random_uuid(), 'BAHT', 5000, 5000, 'x',
       (case when n % 2 = 0 then 'open' else 'replaced' end)::qrcodes_state, $2::timestamptz - interval '2 minutes',
       $2::timestamptz + interval '10 minutes', case when n % 2 = 0 then null else $2::timestamptz - interval '1 minute' end,
       $2::timestamptz - interval '1 minute'
     from generate_series(1, $3) as n`,
    [provider, world.clock.now(), count],
  )
}

async function giveLink(player: Player): Promise<number> {
  const [row] = await world.database.db.query<{ username: string }>(
    'select username from account_member where id = $1',
    [player.id],
  )
  const { link } = await fillEnvelope(world, row!.username)
  const sealed = await sealLink(player, link)
  const headers = { 'idempotency-key': systemIds.key() }
  return (await player.call('POST /api/wallet/truelink', { body: { link: sealed }, headers }))
    .status
}

/** One open operation of each kind whose answer was lost, each of a different member. */
async function leaveOpen() {
  const [mover, taker, giver, payer] = [
    await world.addPlayer(100_000n, ['joker2']),
    await world.addPlayer(100_000n, []),
    await world.addPlayer(0n, []),
    await world.addPlayer(0n, []),
  ]
  await fault('games.joker2.transfer', 'drop-before', { count: 2 })
  await fault('payout.pay', 'drop-before', { count: 1 })
  await fault('giftlink.redeem', 'drop-before', { count: 2 })
  const moved = await mover.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: 'joker2', amount: 100 },
  })
  await taker.call('POST /api/wallet/withdraw', {
    body: { amount: 500 },
    headers: { 'idempotency-key': systemIds.key() },
  })
  const given = await giveLink(giver)
  await world.order(payer, 'ZPAY', 40)
  const { reference } = await world.newest('ZPAY')
  await world.pay('ZPAY', { reference, told: false })
  expect([moved.status, given]).toEqual([202, 202])
  return { mover, taker, giver, payer }
}

const stateIn = async (table: string, { id }: Player): Promise<string | undefined> => {
  const [row] = await world.database.db.query<{ state: string }>(
    `select state::text as state from ${table} where member_id = $1`,
    [id],
  )
  return row?.state
}

test(
  'RUN-10 six hundred codes due at a gateway that answers in a second delay no other kind, and no code of another gateway',
  { tags: 'long-2', timeout: 240_000 },
  async () => {
    const open = await leaveOpen()
    await addDueCodes('KBANK', 600)
    await fault('gateways.KBANK.*', 'delay', { delayMs: 1_000 })
    const rounds: Promise<unknown>[] = [world.runJobs()]
    // Every round works on the gateway's codes when the others fall due.
    await world.until(
      () => world.sandbox.countCalls('gateways.KBANK.inquiry'),
      (calls) => calls > 0,
    )
    const look = () =>
      Promise.all([
        stateIn('transfers_transfer', open.mover),
        stateIn('withdrawals_withdrawal', open.taker),
        stateIn('giftlinks_link', open.giver),
        stateIn('qrcodes_code', open.payer),
      ])
    expect(await look()).toEqual([
      'unknown',
      expect.stringMatching(/sent|unknown/),
      'unknown',
      'open',
    ])
    await world.passTime(61_000)
    const done = ['done', 'paid', 'done', 'paid']
    let turns = 0
    let seen = await look()
    for (; turns < 10 && seen.join() !== done.join(); turns += 1) {
      rounds.push(world.runJobs())
      await new Promise((resolve) => setTimeout(resolve, 500))
      await world.passTime(500)
      seen = await look()
    }
    const asked = await world.sandbox.countCalls('gateways.KBANK.inquiry')
    expect(seen).toEqual(done)
    // Most of the six hundred still wait.
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(300)
    await world.sandbox.control('DELETE', '/faults', {})
    await Promise.all(rounds)
  },
)

test('RUN-10 250 codes that fail each time, before anything can be written of them, do not starve a younger one', async () => {
  const { db } = world.database
  const { ownerDb } = world.database
  await ownerDb.query("delete from qrcodes_code where reference like 'KDUE%'")
  await addDueCodes('ZPAY', 500)
  await ownerDb.query("delete from qrcodes_code where reference like 'KDUE%' and state <> 'open'")
  await ownerDb.query(`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await ownerDb.query(`
    create trigger broken before update on qrcodes_code for each row when (old.reference like 'KDUE%') execute function broken()`)
  const player = await world.addPlayer(0n, [])
  await world.order(player, 'ZPAY', 70)
  const { reference } = await world.newest('ZPAY')
  await world.pay('ZPAY', { reference, told: false })
  let turns = 0
  for (; turns < 4 && (await world.walletOf(player)) === 0; turns += 1) await world.work(1)
  expect(await world.walletOf(player)).toBe(7_000)
  const [broken] = await db.query<{ count: number }>(
    "select count(*)::int as count from qrcodes_code where reference like 'KDUE%' and tries = 0",
  )
  expect(broken!.count).toBe(250)
  await ownerDb.query('drop trigger broken on qrcodes_code')
  await ownerDb.query("delete from qrcodes_code where reference like 'KDUE%'")
}, 120_000)

test('a transfer that its call gave up is retried within seconds', async () => {
  const player = await world.addPlayer(100_000n, ['joker2'])
  await fault('games.joker2.transfer', 'drop-before', { count: 2 })
  const body = { from: 'wallet', to: 'joker2', amount: 100 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(202)
  await world.until(
    async () => {
      await world.passTime(1_000)
      await world.runJobs()
      return stateIn('transfers_transfer', player)
    },
    (state) => state === 'done',
  )
  const [row] = await world.database.db.query<{ ms: number }>(
    `select (extract(epoch from $2::timestamptz - created_at) * 1000)::float8 as ms from transfers_transfer where member_id = $1`,
    [player.id, world.clock.now()],
  )
  expect(row!.ms).toBeLessThan(15_000)
})
