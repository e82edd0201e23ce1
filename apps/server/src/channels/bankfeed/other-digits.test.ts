import { randomInt } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { bankMessages } from '#testing/doubles/bank-messages.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'
import { findPaidBefore } from '#money/deposits/report-store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBankWorld)
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

const toScb = { toBank: 'SCB', toAccount: '2223334445' }
/** Two accounts of one bank whose last six digits are the same. */
const accounts = () => {
  const tail = String(randomInt(1e5, 1e6))
  const account = (front: string) => ({ bankCode: 'KBANK', bankAccountNo: `${front}${tail}` })
  return [account('1111'), account('2222')] as const
}
const stranger = (given: Partial<RegisteredMember>) =>
  ({ bankAccountName: 'SOMJAI JAIDEE', ...given }) as RegisteredMember
const waiting = (amount: number) =>
  world.database.db.query<{ why: string; member: string | null }>(
    `select why, member_id as member from deposits_deposit where amount = $1 and state = 'suspended'`,
    [amount],
  )
async function readStatement(): Promise<void> {
  world.clock.moveMs(61_000)
  await world.syncTime()
  await world.runJobs()
}

test('NAME-03 a stranger pays from an account with the six digits of a member: nobody is credited', async () => {
  const [theirs, own] = accounts()
  const thief = await world.addMember({ ...own, bankAccountName: 'SOMSAK JITDEE' })
  await world.pay(stranger(theirs), { amount: '777', fromAccount: theirs.bankAccountNo })
  await world.pay(stranger(theirs), { ...toScb, amount: '778', tell: 'sms' })
  await world.allDelivered()
  await readStatement()
  expect(await world.walletOf(thief)).toBe(0)
  expect(await waiting(77_700)).toEqual([{ why: 'wrong-payer', member: null }])
  expect(await waiting(77_800)).toEqual([{ why: 'unproven-payer', member: null }])
})

test('NAME-03 an SMS of a member who has never paid waits, and is theirs once the statement shows their name', async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  await world.pay(member, { ...toScb, amount: '779', tell: 'sms' })
  await world.allDelivered()
  expect(await waiting(77_900)).toEqual([{ why: 'unproven-payer', member: null }])
  await readStatement()
  expect(await world.walletOf(member)).toBe(77_900)
  expect(await waiting(77_900)).toEqual([])
})

test("NAME-04 a stranger who registers a member's digits under another name keeps no deposit from her", async () => {
  const [hers, his] = accounts()
  const member = await world.addMember({ ...hers, bankAccountName: 'SOMJAI JAIDEE' })
  const thief = await world.addMember({ ...his, bankAccountName: 'SOMSAK JAIDEE' })
  await world.pay(member, { amount: '501' })
  await world.allDelivered()
  expect(await world.walletOf(member)).toBe(50_100)
  // Six digits alone are both's: the statement, which names her, decides.
  await world.pay(member, { ...toScb, amount: '502', tell: 'sms' })
  await world.allDelivered()
  expect(await waiting(50_200)).toEqual([{ why: 'ambiguous', member: null }])
  await readStatement()
  expect([await world.walletOf(member), await world.walletOf(thief)]).toEqual([100_300, 0])
})

test('NAME-04 a stranger who registers her digits and her name neither takes nor stops what she pays from where she has paid before', async () => {
  const [hers, his] = accounts()
  const named = { bankAccountName: 'SOMJAI JAIDEE' }
  const member = await world.addMember({ ...hers, ...named })
  const six = hers.bankAccountNo.slice(-6)
  const line = (amount: string, name: string) =>
    bankMessages(world).feed({ amount, from: { bank: 'KBANK', accountNo: `X-${six}`, name } })
  await line('511', 'MS SOMJAI J')
  const thief = await world.addMember({ ...his, ...named })
  await line('512', 'MS SOMJAI J')
  expect(await world.walletOf(member)).toBe(102_300)
  // Another name than before: he may be that one.
  await line('513', 'SOMJAI JAIDEE')
  expect(await waiting(51_300)).toEqual([{ why: 'ambiguous', member: null }])
  expect([await world.walletOf(member), await world.walletOf(thief)]).toEqual([102_300, 0])
})

test('NAME-04 who has paid before has paid from this bank and these digits, under this name, and it was not taken back', async () => {
  const [hers] = accounts()
  const member = await world.addMember({ ...hers, bankAccountName: 'SOMJAI JAIDEE' })
  const other = await world.addMember()
  const tail = hers.bankAccountNo.slice(-6)
  const name = 'MS SOMJAI J'
  const from = { bank: 'KBANK', accountNo: `X-${tail}`, name }
  await bankMessages(world).feed({ amount: '531', from })
  expect(await world.walletOf(member)).toBe(53_100)
  const { db, ownerDb } = world.database
  const paid = (given: Partial<Parameters<typeof findPaidBefore>[2]> = {}) =>
    findPaidBefore(db, [other.id, member.id], { bank: 'KBANK', tail, name, ...given })
  expect(await paid()).toEqual([member.id])
  const another = tail.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
  for (const given of [{ tail: another }, { bank: 'SCB' }, { name: 'SOMJAI JAIDEE' }])
    expect(await paid(given), JSON.stringify(given)).toEqual([])
  await ownerDb.query(`alter table deposits_deposit disable trigger user`)
  await ownerDb.query(`update deposits_deposit set state = 'taken' where amount = 53100`)
  expect(await paid()).toEqual([])
  await ownerDb.query(`update deposits_deposit set state = 'credited' where amount = 53100`)
  await ownerDb.query(`alter table deposits_deposit enable trigger user`)
})

test('NAME-04 of two namesakes with the same digits who have never paid, nobody is guessed', async () => {
  const [one, other] = accounts()
  const named = { bankAccountName: 'SOMJAI JAIDEE' }
  const members = [
    await world.addMember({ ...one, ...named }),
    await world.addMember({ ...other, ...named }),
  ]
  await bankMessages(world).feed({
    amount: '521',
    from: { bank: 'KBANK', accountNo: `X-${one.bankAccountNo.slice(-6)}`, name: 'MS SOMJAI J' },
  })
  expect(await waiting(52_100)).toEqual([{ why: 'ambiguous', member: null }])
  expect(await Promise.all(members.map(world.walletOf))).toEqual([0, 0])
})
