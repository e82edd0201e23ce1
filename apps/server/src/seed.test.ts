import { expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { seedDemo } from './seed.ts'
import { listHeld } from './seed/games.ts'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openMemberWorld)

const credentialKey = Buffer.alloc(32, 7)
const seed = (variant: 'thai' | 'laos') =>
  seedDemo(world.database.db, { clock: systemClock, ids: systemIds, variant })

test('a fresh copy has a member of its variant, who can log in with the printed password', async () => {
  for (const variant of ['thai', 'laos'] as const) {
    const { logins, operators } = await seed(variant)
    expect(await seed(variant)).toEqual({ logins, operators })
    expect(operators).toEqual(['demo-owner', 'demo-cashier'])
    const [login] = logins
    const token = await world.login(login!.username, login!.password)
    const deposit = await world.call('GET /api/lookup/deposit', { token })
    expect(deposit.body.banks.length).toBeGreaterThan(0)
    expect(login!.about).toContain(deposit.body.banks[0].currency)
    const body = { skip: 0, limit: 20 }
    const talk = await world.call('POST /api/chat/history', { token, body })
    // The greeting, a question and the menu's answer, two replies of staff and the thanks between.
    expect(talk.body).toHaveLength(6)
    expect((await world.call('GET /api/chat/config', { token })).body.unread).toBe(0)
  }
  const accounts = await world.database.db.query(
    `select currency from ledger_account where kind = 'wallet' order by currency`,
  )
  expect(accounts).toEqual([{ currency: 'BAHT' }, { currency: 'LAK' }])
})

test('I31 its member has played for weeks: every row and every balance is booked, and a second start adds nothing', async () => {
  const { db } = world.database
  const seedWithKey = () =>
    seedDemo(db, { clock: systemClock, ids: systemIds, variant: 'thai', credentialKey })
  await seedWithKey()
  const count = () =>
    db.query(
      'select (select count(*) from ledger_movement) as m, (select count(*) from statement_row) as s',
    )
  const before = await count()
  await seedWithKey()
  expect(await count()).toEqual(before)

  const [member] = await db.query<{ id: string }>(
    `select id from account_member where username = '0812345678'`,
  )
  const rows = await db.query<{
    from: string
    to: string
    status: string
    amount: bigint
    createdAt: Date
  }>(
    `select "from", "to", status, amount, created_at as "createdAt" from statement_row where member_id = $1 order by seq`,
    [member!.id],
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SUCCESS', 'FAILED']))
  const [first, last] = [rows[0]!.createdAt, rows.at(-1)!.createdAt]
  expect(last.getTime() - first.getTime()).toBeGreaterThan(20 * dayMs)
  const signs = rows
    .filter(({ status }) => status === 'SUCCESS')
    .map(({ from, to, amount }) => (to === 'wallet' ? amount : from === 'wallet' ? -amount : 0n))
  const balances = await listBalances(db, member!.id)
  const wallet = walletOf(balances)!
  expect(signs.reduce((sum, one) => sum + one, 0n)).toBe(wallet.money.amount)
  expect(balances.filter(({ kind, money }) => kind === 'game' && money.amount > 0n)).toHaveLength(5)
  const { violations } = await verifyLedger(db, { full: true, checks: ledgerChecks })
  expect(violations).toEqual([])
})

test("the sandbox that receives its providers' balances agrees with the ledger", async () => {
  const { sandbox, database } = world
  await seed('thai')
  const held = await listHeld(database.db)
  expect(held.length).toBeGreaterThanOrEqual(5)
  for (const { game, ...account } of held)
    await sandbox.control('POST', `/games/${game}/account`, account)
  world.clock.moveMs(systemClock.now().getTime() - world.clock.now().getTime() + 60_000)
  const token = await world.login('0812345678', 'three quiet rivers')
  const before = (await world.call('GET /api/wallet', { token })).body
  expect((await world.call('GET /api/wallet/refresh/slot', { token })).status).toBe(200)
  const after = (await world.call('GET /api/wallet', { token })).body
  const amounts = ({ slots }: { slots: { code: string; amount: number }[] }) =>
    slots.map(({ code, amount }) => [code, amount])
  expect(amounts(after)).toEqual(amounts(before))
  const ages = (after.slots as { amountAt: string | null }[]).filter(({ amountAt }) => amountAt)
  expect(ages).toHaveLength(5)
  for (const { amountAt } of ages) expect(amountAt).toBe(world.clock.now().toISOString())
})

test('a changed password is no longer printed, and stays changed', async () => {
  const [login] = (await seed('thai')).logins
  const token = await world.login(login!.username, login!.password)
  const body = { oldPassword: login!.password, newPassword: 'nine lazy buffaloes' }
  expect((await world.call('PUT /api/account/changepwd', { token, body })).status).toBe(200)
  expect((await seed('thai')).logins).toEqual([])
  await world.login(login!.username, 'nine lazy buffaloes')
})
