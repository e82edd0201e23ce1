import { beforeAll, expect, test } from 'vitest'
import { listDifferingPage } from '#money/deposits/desk-store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bankMessages } from '#testing/doubles/bank-messages.ts'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'

const world = testWorld(openSlipWorld)
beforeAll(async () => {
  await world.set('deposit.manual', true)
  await world.set('deposit.ownSatang', true)
})

/** Two members whose accounts differ in the last digit only, which no slip shows. */
const twoAlike = async (digits: string): Promise<{ thief: Payer; owner: Payer }> => {
  const details = { bankCode: 'KBANK', bankAccountName: 'MALEE RAKDEE' }
  return {
    thief: await world.addPayer({ ...details, bankAccountNo: `999${digits}9` }),
    owner: await world.addPayer({ ...details, bankAccountNo: `777${digits}0` }),
  }
}
const show = async (who: Payer, reference: string) => {
  await world.upload(who, await world.picture({ reference, amount: '', code: '' }))
  return world.settled(who)
}
const listed = async (amount: bigint) => {
  const found = await listDifferingPage(world.database.db, { after: null, limit: 100 })
  return found.filter((one) => one.amount === amount).map(({ channel }) => channel)
}

test.each([
  ['watched', {}, 430],
  // No other channel ever reports it.
  ['unwatched', { toBank: 'SCB', toAccount: '4445556667' }, 432],
])(
  'a slip that fits another member than the credited one moves nothing and is listed (%s)',
  { tags: 'long-2' },
  async (_, to, amount) => {
    const { thief, owner } = await twoAlike(`654${amount}`)
    const { reference } = await world.transfer(owner, { amount: `${amount}.00`, ...to })
    expect(await show(thief, reference)).toMatchObject({ status: 'SUCCESS' })
    expect(await show(owner, reference)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    expect(await world.balanceOf(owner)).toBe(0n)
    expect(await listed(BigInt(amount) * 100n)).toEqual(['slip'])
  },
)

test('a slip of money that was credited by its reserved amount only is listed as well', async () => {
  const { thief, owner } = await twoAlike('654222')
  const body = { amount: 431 }
  await world.call('POST /api/wallet/add', { token: thief.token, body })
  const { reference } = await world.transfer(owner, { amount: '431.01' })
  const bank = bankMessages(world)
  await bank.sms('KBANK', `${bank.kbankTime()} บช X-3334 เงินเข้า 431.01 คงเหลือ 9,431.01 บ.`)
  expect(await show(owner, reference)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
  expect(await listed(43_101n)).toEqual(['slip'])
})

test('a slip shown again by its member, and one that does not fit, are not listed', async () => {
  const [who, stranger] = [await world.addPayer(), await world.addPayer()]
  const { reference } = await world.transfer(who, { amount: '433.00' })
  expect(await show(who, reference)).toMatchObject({ status: 'SUCCESS' })
  for (const again of [who, stranger])
    expect(await show(again, reference)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
  expect(await listed(43_300n)).toEqual([])
})
