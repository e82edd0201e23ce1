import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { openMemberWorld, type RegisteredMember } from '#testing/worlds/member-world.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'

const world = testWorld(openMemberWorld)
beforeAll(async () => {
  await world.set('deposit.manual', true)
  await world.set('deposit.ownSatang', true)
  await world.set('deposit.accounts', [{ ...ourAccount, mode: 'SMS', hasStatement: false }])
})
afterAll(async () => {
  const { violations } = await verifyLedger(world.database.db, { full: true, checks: ledgerChecks })
  expect(violations).toEqual([])
})

/** A second process and many members take long on a busy machine. */
const patienceMs = 60_000
const pass = async (ms: number) => {
  world.clock.moveMs(ms)
  await world.runJobs()
}
type Newest = { amount: bigint; isReserved: boolean; state: string }
const newestOf = async ({ id }: RegisteredMember): Promise<Newest> => {
  const [row] = await world.database.db.query<Newest>(
    `select amount, reserved as "isReserved", state from deposits_request where member_id = $1 order by created_at desc, id desc limit 1`,
    [id],
  )
  return row!
}
/** Requests a deposit of an amount, and returns the amount to pay. */
const ask = async (who: RegisteredMember, amount: number): Promise<Newest> => {
  const token = await world.login(who.username, who.password)
  const headers = { 'idempotency-key': systemIds.key() }
  const answer = await world.call('POST /api/wallet/add', { token, body: { amount }, headers })
  expect(answer.status).toBe(200)
  return newestOf(who)
}
const heldBy = async ({ id }: RegisteredMember) =>
  walletOf(await listBalances(world.database.db, id))!.money.amount
/** An SMS that names no payer, or the end of an account and no bank. */
const paid = async (amount: bigint, from?: string) => {
  await world.sandbox.control('POST', '/clock', { at: world.clock.now().toISOString() })
  await world.sandbox.control('POST', '/app', { url: world.address })
  const local = new Date(world.clock.now().getTime() + 7 * hourMs).toISOString()
  const [year, month, day] = local.slice(0, 10).split('-')
  const time = `${day}/${month}/${String(Number(year) + 543).slice(-2)} ${local.slice(11, 16)}`
  const sum = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
  const came = from === undefined ? 'เงินเข้า' : `รับโอนจาก X-${from}`
  const text = `${time} บช X-3334 ${came} ${sum} คงเหลือ 9,000.00 บ.`
  await world.sandbox.control('POST', '/bank/text', { sender: 'KBANK', text })
}
const depositsOf = (amount: bigint) =>
  world.database.db.query(
    'select state, why, member_id as member from deposits_deposit where amount = $1',
    [amount],
  )

test('OP-WADD a member who pays after their request expired pays for no stranger: the amount stays unused for a week', async () => {
  const [late, stranger] = [await world.addMember(), await world.addMember()]
  const wanted = await ask(late, 500)
  await pass(dayMs + 1)
  expect(await newestOf(late)).toMatchObject({ state: 'expired' })
  const other = await ask(stranger, 500)
  expect([wanted.isReserved, other.isReserved]).toEqual([true, true])
  expect(other.amount).not.toBe(wanted.amount)
  await paid(wanted.amount)
  const unplaced = { state: 'suspended', why: 'unknown-payer', member: null }
  await expect.poll(() => depositsOf(wanted.amount)).toEqual([unplaced])
  expect([await heldBy(late), await heldBy(stranger)]).toEqual([0n, 0n])

  await pass(6 * dayMs)
  const almost = await ask(await world.addMember(), 500)
  expect(almost.amount).not.toBe(wanted.amount)
  await pass(dayMs)
  expect((await ask(await world.addMember(), 500)).amount).toBe(wanted.amount)
})

test('OP-WADD a paid amount stays reserved as well, and a member gets their own again, so that a late payment credits them', async () => {
  const who = await world.addMember()
  const first = await ask(who, 600)
  await paid(first.amount)
  await expect.poll(() => heldBy(who)).toBe(first.amount)
  expect((await ask(await world.addMember(), 600)).amount).not.toBe(first.amount)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await ask(who, 600)).toMatchObject({ amount: first.amount, isReserved: true })
    await pass(dayMs + 1)
  }
  await ask(who, 600)
  await pass(60_000)
  await paid(first.amount)
  await expect.poll(() => heldBy(who)).toBe(2n * first.amount)
})

test(
  'OP-WADD many members who request one amount at once, at two servers, get distinct amounts',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const other = await startDoomedServer(world, null)
    const many = await Promise.all(
      [world, other, world, other, world, other].map(async ({ address }) => {
        const who = await world.addMember()
        return { who, token: await world.login(who.username, who.password), address }
      }),
    )
    // All members are logged in, so that the requests wait only for each other.
    for (const amount of [900, 901, 902, 903]) {
      const asking = many.map(({ token, address }) => {
        const headers = { 'idempotency-key': systemIds.key() }
        return send(address, 'POST /api/wallet/add', { token, body: { amount }, headers })
      })
      const answers = await Promise.all(asking)
      expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200))
      const given = await Promise.all(many.map(({ who }) => newestOf(who)))
      expect(given.every(({ isReserved }) => isReserved)).toBe(true)
      expect(new Set(given.map((one) => one.amount)).size).toBe(many.length)
    }
    await other.stop()
  },
)

test('OP-WADD when all satang are taken the request stands with the requested amount, and a payment is matched to no member', async () => {
  const who = await world.addMember()
  await world.database.ownerDb.query(
    `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at, ended_at)
     select gen_random_uuid(), 'SOMEBODY', 'taken' || n, gen_random_uuid(), 70000 + n, 'BAHT', true, 'expired', n, $1, $1
     from generate_series(1, 99) as n`,
    [world.clock.now()],
  )
  expect(await ask(who, 700)).toMatchObject({ amount: 70_000n, isReserved: false })
  await paid(70_000n)
  const unplaced = { state: 'suspended', why: 'unknown-payer', member: null }
  await expect.poll(() => depositsOf(70_000n)).toEqual([unplaced])
  expect(await heldBy(who)).toBe(0n)
})

test('CARE-54 one member holds at most two reserved amounts of a sum; further requests get none', async () => {
  const who = await world.addMember()
  const given = [await ask(who, 710), await ask(who, 710), await ask(who, 710)]
  expect(given.map(({ isReserved }) => isReserved)).toEqual([true, true, false])
  expect(await ask(who, 711)).toMatchObject({ isReserved: true })
})

test('CARE-54 members who have never paid share half of the amounts, and leave the other half to those who have', async () => {
  const [crowd, payer] = [await world.addMember(), await world.addMember()]
  const first = await ask(payer, 712)
  await paid(first.amount)
  await expect.poll(() => heldBy(payer)).toBe(first.amount)
  await world.database.ownerDb.query(
    `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
     select gen_random_uuid(), 'CROWD' || n, 'crowd' || n, gen_random_uuid(), 71300 + n, 'BAHT', true, 'open', n, $1
     from generate_series(1, 49) as n`,
    [world.clock.now()],
  )
  expect(await ask(crowd, 713)).toMatchObject({ amount: 71_300n, isReserved: false })
  expect(await ask(payer, 713)).toMatchObject({ amount: 71_350n, isReserved: true })
})

test('a reserved amount is looked up by the index, however long its history', async () => {
  const { ownerDb } = world.database
  await ownerDb.query(
    `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at, ended_at)
     select gen_random_uuid(), 'SOMEBODY', 'old' || n, gen_random_uuid(), 80000 + n % 99 + 1, 'BAHT', true, 'expired', n, at, at
     from generate_series(1, 50000) as n, lateral (select $1::timestamptz - interval '8 days' - n * interval '1 minute' as at) as long_ago`,
    [world.clock.now()],
  )
  await ownerDb.query('analyze deposits_request')
  const who = await world.addMember()
  const started = performance.now()
  expect(await ask(who, 800)).toMatchObject({ amount: 80_001n, isReserved: true })
  expect(performance.now() - started).toBeLessThan(5_000)
  const rows = await ownerDb.query<Record<string, string>>(
    `explain select from deposits_request r
     where r.reserved and r.currency = 'BAHT' and r.amount = 80001 and coalesce(r.ended_at, 'infinity'::timestamptz) > $1`,
    [world.clock.now()],
  )
  expect(JSON.stringify(rows)).toContain('deposits_request_satang')
})

test('F26 a reserved amount never overrides a reported account, however few of its digits are reported', async () => {
  const [who, thief] = [await world.addMember(), await world.addMember()]
  const own = await ask(who, 610)
  await paid(own.amount, who.bankAccountNo.slice(-4))
  await expect.poll(() => heldBy(who)).toBe(own.amount)
  const wanted = await ask(thief, 611)
  const other = String((Number(thief.bankAccountNo.slice(-4)) + 1) % 10_000).padStart(4, '0')
  await paid(wanted.amount, other)
  const unplaced = { state: 'suspended', why: 'unknown-payer', member: null }
  await expect.poll(() => depositsOf(wanted.amount)).toEqual([unplaced])
  expect(await heldBy(thief)).toBe(0n)
})
