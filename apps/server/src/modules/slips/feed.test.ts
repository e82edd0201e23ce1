import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, openSlipWorld, type Payer, type SlipWorld } from '../../testing/slip-world.ts'

let world: SlipWorld
beforeAll(async () => {
  world = await openSlipWorld()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

const rounds = 12

const pay = async (who: Payer, tell: string, more: object = {}): Promise<string> => {
  const [paid] = await world.sandbox.control<{ reference: string }[]>('POST', '/bank/pay', {
    fromBank: who.bankCode,
    fromAccount: who.bankAccountNo,
    fromName: who.bankAccountName,
    toBank: house.bankCode,
    toAccount: house.bankAccountNo,
    tell,
    ...more,
  })
  return paid!.reference
}
const slipOf = (reference: string) => world.picture({ reference, amount: '', code: '' })
const creditsOf = async (who: Payer) => {
  const rows = await world.database.db.query<{ status: string; amount: bigint }>(
    'select status, amount from statement_row where member_id = $1 order by seq',
    [who.id],
  )
  return rows.map(({ status, amount }) => [status, amount])
}

test('F25 I10 the bank’s feed, its SMS and a slip of one transfer at once: one credit, every time', async () => {
  const who = await world.addPayer()
  for (let round = 1; round <= rounds; round += 1) {
    const reference = await pay(who, 'nothing', { amount: `${100 + round}.00` })
    const picture = await slipOf(reference)
    const tell = (as: string) => world.sandbox.control('POST', '/bank/tell', { reference, as })
    await Promise.all([world.upload(who, picture), tell('feed'), tell('sms'), tell('feed')])
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 100 + round })
    await expect.poll(async () => (await creditsOf(who)).length, { timeout: 5_000 }).toBe(round)
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const credits = await creditsOf(who)
  expect(credits).toEqual(
    Array.from({ length: rounds }, (_, n) => ['SUCCESS', BigInt(10_000 + 100 * (n + 1))]),
  )
  expect(await world.balanceOf(who)).toBe(
    credits.reduce((sum, [, one]) => sum + (one as bigint), 0n),
  )
}, 120_000)

test('a slip of money that the feed has credited already is good, and credits nothing again', async () => {
  const who = await world.addPayer()
  const reference = await pay(who, 'feed')
  await expect.poll(() => world.balanceOf(who)).toBe(50_000n)
  await world.upload(who, await slipOf(reference))
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
  expect(await world.balanceOf(who)).toBe(50_000n)
  expect(await creditsOf(who)).toHaveLength(1)
})

test('money that the bank could not place finds its owner by the slip', async () => {
  const who = await world.addPayer()
  const other = await world.addPayer()
  const suffix = other.bankAccountNo.slice(-6)
  // Two members end alike and are called alike, so the bank's feed alone says nothing.
  await world.database.ownerDb.query(
    `update account_member set bank_account_no = $2 where id = $1`,
    [who.id, `5555${suffix}`],
  )
  const twin = { ...who, bankAccountNo: `5555${suffix}` }
  const reference = await pay(twin, 'feed', { amount: '77.00' })
  const suspended = () =>
    world.database.db.query(`select state from deposits_deposit where amount = 7700`)
  await expect.poll(suspended).toEqual([{ state: 'suspended' }])
  expect(await world.balanceOf(who)).toBe(0n)
  await world.upload(twin, await slipOf(reference))
  expect(await world.settled(twin)).toMatchObject({ status: 'SUCCESS', amount: 77 })
  expect(await suspended()).toEqual([{ state: 'credited' }])
  expect(await world.balanceOf(who)).toBe(7_700n)
  expect(await world.balanceOf(other)).toBe(0n)
})
