import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { seedDemo } from './seed.ts'
import { openMemberWorld, type MemberWorld } from './testing/member-world.ts'

let world: MemberWorld
beforeAll(async () => {
  world = await openMemberWorld()
})
afterAll(() => world.close())

const seed = (variant: 'thai' | 'laos') =>
  seedDemo(world.database.db, { clock: systemClock, ids: systemIds, variant })

test('a fresh copy has a member of its variant, who can log in with what is printed', async () => {
  for (const variant of ['thai', 'laos'] as const) {
    const { logins } = await seed(variant)
    expect(await seed(variant)).toEqual({ logins })
    const [login] = logins
    const token = await world.login(login!.username, login!.password)
    const deposit = await world.call('GET /api/lookup/deposit', { token })
    expect(deposit.body.banks).toHaveLength(1)
    expect(login!.about).toContain(deposit.body.banks[0].currency)
  }
  const accounts = await world.database.db.query(
    `select currency from ledger_account where kind = 'wallet' order by currency`,
  )
  expect(accounts).toEqual([{ currency: 'BAHT' }, { currency: 'LAK' }])
})

test('a password that was changed is not printed any more, and stays changed', async () => {
  const [login] = (await seed('thai')).logins
  const token = await world.login(login!.username, login!.password)
  const body = { oldPassword: login!.password, newPassword: 'nine lazy buffaloes' }
  expect((await world.call('PUT /api/account/changepwd', { token, body })).status).toBe(200)
  expect((await seed('thai')).logins).toEqual([])
  await world.login(login!.username, 'nine lazy buffaloes')
})
