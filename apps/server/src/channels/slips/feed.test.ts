import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { bankMessages } from '#testing/doubles/bank-messages.ts'
import { ourAccount, openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)
beforeAll(async () => {
  await world.set('deposit.accounts', [ourAccount, savings, krungthai])
})

const rounds = 12
const krungthai = { ...ourAccount, bankCode: 'KTB', bankAccountNo: '3334445556' } as const
const savings = { ...ourAccount, bankCode: 'GSB', bankAccountNo: '020333444555' } as const

const pay = async (who: Payer, tell: string, more: object = {}): Promise<string> => {
  const [paid] = await world.sandbox.control<{ reference: string }[]>('POST', '/bank/pay', {
    fromBank: who.bankCode,
    fromAccount: who.bankAccountNo,
    fromName: who.bankAccountName,
    toBank: ourAccount.bankCode,
    toAccount: ourAccount.bankAccountNo,
    tell,
    ...more,
  })
  return paid!.reference
}
const slipOf = (reference: string) => world.picture({ reference, amount: '', code: '' })
const stateOf = (amount: bigint) =>
  world.database.db.query(
    `select state, why, member_id as member from deposits_deposit where amount = $1`,
    [amount],
  )
const creditsOf = async (who: Payer) => {
  const rows = await world.database.db.query<{ status: string; amount: bigint }>(
    'select status, amount from statement_row where member_id = $1 order by seq',
    [who.id],
  )
  return rows.map(({ status, amount }) => [status, amount])
}

test(
  'F25 I10 the bank’s feed, its SMS and a slip of one transfer at once: one credit, every time',
  { tags: 'long-2', timeout: 120_000 },
  async () => {
    const who = await world.addPayer()
    for (let round = 1; round <= rounds; round += 1) {
      const reference = await pay(who, 'nothing', { amount: `${100 + round}.00` })
      const picture = await slipOf(reference)
      const report = (as: string) => world.sandbox.control('POST', '/bank/tell', { reference, as })
      await Promise.all([world.upload(who, picture), report('feed'), report('sms'), report('feed')])
      expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 100 + round })
      await expect.poll(async () => (await creditsOf(who)).length, { timeout: 5_000 }).toBe(round)
    }
    // A second credit would come within a moment.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const credits = await creditsOf(who)
    expect(credits).toEqual(
      Array.from({ length: rounds }, (_, n) => ['SUCCESS', BigInt(10_000 + 100 * (n + 1))]),
    )
    expect(await world.balanceOf(who)).toBe(
      credits.reduce((sum, [, one]) => sum + (one as bigint), 0n),
    )
  },
)

type Order = 'sms first' | 'slip first' | 'at once'

/** Slips hide the end of the payer's account, and an SMS shows only the end. */
const reportBySmsAndSlip = async (who: Payer, order: Order, paid: object): Promise<void> => {
  const reference = await pay(who, 'nothing', paid)
  const picture = await slipOf(reference)
  const sms = () => world.sandbox.control('POST', '/bank/tell', { reference, as: 'sms' })
  const smsIsRead = async () => {
    const before = await countReported()
    await sms()
    await expect.poll(countReported).toBe(before + 1n)
  }
  const slip = async () => {
    await world.upload(who, picture)
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS' })
  }
  if (order === 'at once') await Promise.all([smsIsRead(), slip()])
  else
    for (const step of order === 'sms first' ? [smsIsRead, slip] : [slip, smsIsRead]) await step()
}
const countReported = async (): Promise<bigint> => {
  const [row] = await world.database.db.query<{ count: bigint }>(
    `select count(*) from deposits_report where channel = 'sms'`,
  )
  return row!.count
}
const toSavingsBank = { toBank: savings.bankCode, toAccount: savings.bankAccountNo }

test.each([
  ['sms first', 'kept by the minute', {}],
  ['slip first', 'kept by the minute', {}],
  ['at once', 'kept by the minute', {}],
  // The SMS of this bank has no time: it counts from its arrival, which may be hours later.
  ['sms first', 'an hour late', { ...toSavingsBank, minutesAgo: 59 }],
  ['slip first', 'an hour late', { ...toSavingsBank, minutesAgo: 59 }],
  ['at once', 'an hour late', { ...toSavingsBank, minutesAgo: 59 }],
] as const)(
  'F25 I10 a transfer reported by its SMS alone and shown by its slip is credited once (%s, %s)',
  { tags: 'long-1' },
  async (order, _, paid) => {
    const who = await world.addPayer()
    for (const amount of ['321.00', '322.00'])
      await reportBySmsAndSlip(who, order, { ...paid, amount })
    expect(await creditsOf(who)).toEqual([
      ['SUCCESS', 32_100n],
      ['SUCCESS', 32_200n],
    ])
    expect(await world.balanceOf(who)).toBe(64_300n)
  },
)

test.each([
  ['of one payer, each reported and shown', [0, 0], {}],
  ['of one payer, half an hour apart, reported late', [58, 28], toSavingsBank],
] as const)('I10 two equal transfers %s, are two', async (_, minutes, paid) => {
  const who = await world.addPayer()
  for (const minutesAgo of minutes)
    await reportBySmsAndSlip(who, 'slip first', { ...paid, minutesAgo, amount: '333.00' })
  expect(await world.balanceOf(who)).toBe(66_600n)
})

test('I10 of two equal transfers reported by SMS, one without a reference and one with it an hour later, both are credited', async () => {
  const who = await world.addPayer()
  const text = `KTB: Transfer In THB 355.00 A/C x${krungthai.bankAccountNo.slice(-6)} From KBANK x${who.bankAccountNo.slice(-6)}`
  await bankMessages(world).paidBefore(who)
  const sms = (words: string) =>
    world.sandbox.control('POST', '/bank/text', { sender: 'KTB', text: words })
  await sms(text)
  await expect.poll(() => world.balanceOf(who)).toBe(35_600n)
  await world.passTime(hourMs)
  await sms(`${text} Ref.A1B2C3D4`)
  await expect.poll(() => world.balanceOf(who)).toBe(71_100n)
})

test("an SMS without a time may report a transfer from before a new member's details; their slip gives the time", async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  const who = { ...member, token: await world.login(member.username, member.password) }
  await bankMessages(world).paidBefore(who)
  await world.passTime(60_000)
  const ktb = { toBank: krungthai.bankCode, toAccount: krungthai.bankAccountNo }
  const reference = await pay(who, 'nothing', { ...ktb, amount: '356.00' })
  const text = `KTB: Transfer In THB 356.00 A/C x${krungthai.bankAccountNo.slice(-6)} From KBANK x${who.bankAccountNo.slice(-6)}`
  await world.sandbox.control('POST', '/bank/text', { sender: 'KTB', text })
  const unplaced = { state: 'suspended', why: 'unknown-payer', member: null }
  await expect.poll(() => stateOf(35_600n)).toEqual([unplaced])
  await world.upload(who, await slipOf(reference))
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 356 })
  expect(await world.balanceOf(who)).toBe(35_700n)
})

test('I10 equal transfers of two payers, one reported and one shown, are two', async () => {
  const [reported, shown] = [await world.addPayer(), await world.addPayer()]
  await bankMessages(world).paidBefore(reported)
  await pay(reported, 'sms', { amount: '345.00' })
  await expect.poll(() => world.balanceOf(reported)).toBe(34_600n)
  await world.upload(shown, await slipOf(await pay(shown, 'nothing', { amount: '345.00' })))
  expect(await world.settled(shown)).toMatchObject({ status: 'SUCCESS', amount: 345 })
  expect([await world.balanceOf(reported), await world.balanceOf(shown)]).toEqual([
    34_600n,
    34_500n,
  ])
})

test('a slip of money that the feed has credited already succeeds, and credits nothing again', async () => {
  const who = await world.addPayer()
  const reference = await pay(who, 'feed')
  await expect.poll(() => world.balanceOf(who)).toBe(50_000n)
  await world.upload(who, await slipOf(reference))
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
  expect(await world.balanceOf(who)).toBe(50_000n)
  expect(await creditsOf(who)).toHaveLength(1)
})

test.each([
  ['feed first', 'SCB'],
  ['slip first', 'SCB'],
  ['at once', 'SCB'],
  ['feed first', 'KBANK'],
  ['slip first', 'BAY'],
])(
  'F25 I10 a transfer whose feed omits the sending bank is credited once (%s, of %s)',
  { tags: 'long-4' },
  async (order, bankCode) => {
    const who = await world.addPayer({ bankCode })
    const reference = await pay(who, 'nothing', { amount: '361.00', namesBank: false })
    const picture = await slipOf(reference)
    const feed = async () => {
      const before = await world.database.db.query(
        `select from deposits_report where channel = 'bank'`,
      )
      await world.sandbox.control('POST', '/bank/tell', { reference, as: 'feed' })
      const count = () =>
        world.database.db.query(`select from deposits_report where channel = 'bank'`)
      await expect.poll(async () => (await count()).length).toBe(before.length + 1)
    }
    const slip = async () => {
      await world.upload(who, picture)
      expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 361 })
    }
    if (order === 'at once') await Promise.all([feed(), slip()])
    else for (const step of order === 'feed first' ? [feed, slip] : [slip, feed]) await step()
    await feed()
    expect(await creditsOf(who)).toEqual([['SUCCESS', 36_100n]])
    expect(await world.balanceOf(who)).toBe(36_100n)
  },
)

test('I10 two transfers of one payer whose feed omits the bank are two', async () => {
  const who = await world.addPayer({ bankCode: 'SCB' })
  for (let turn = 0; turn < 2; turn += 1) {
    const reference = await pay(who, 'feed', { amount: '362.00', namesBank: false })
    await expect.poll(() => world.balanceOf(who)).toBe(36_200n * BigInt(turn + 1))
    await world.upload(who, await slipOf(reference))
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 362 })
  }
  expect(await world.balanceOf(who)).toBe(72_400n)
})

test('a slip that shows too little of the receiving account succeeds once the bank has reported the transfer', async () => {
  const who = await world.addPayer()
  await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'thai-receiver' })
  const reference = await pay(who, 'nothing', { amount: '363.00' })
  await world.upload(who, await slipOf(reference))
  expect(await world.settled(who)).toMatchObject({ status: 'PENDING' })
  expect(await world.balanceOf(who)).toBe(0n)
  await world.sandbox.control('POST', '/bank/tell', { reference, as: 'feed' })
  await expect.poll(() => world.balanceOf(who)).toBe(36_300n)
  await world.passTime(60_000)
  await world.runJobs()
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 363 })
  expect(await world.balanceOf(who)).toBe(36_300n)
  await world.sandbox.control('DELETE', '/faults', {})
})

/** Two members whose accounts end alike and whose names are equal, so that the feed alone decides nothing. */
const addTwins = async (banks: readonly [string, string]): Promise<[Payer, Payer]> => {
  const [who, other] = [
    await world.addPayer({ bankCode: banks[0] }),
    await world.addPayer({ bankCode: banks[1] }),
  ]
  const bankAccountNo = `5555${other.bankAccountNo.slice(-6)}`
  await world.database.ownerDb.query(
    `update account_member set bank_account_no = $2, bank_changed_at = created_at where id = $1`,
    [who.id, bankAccountNo],
  )
  return [{ ...who, bankAccountNo }, other]
}

test('a deposit that the feed could not match finds its owner by the slip', async () => {
  const [who, other] = await addTwins(['KBANK', 'SCB'])
  const reference = await pay(who, 'feed', { amount: '77.00', namesBank: false })
  await expect
    .poll(() => stateOf(7_700n))
    .toEqual([{ state: 'suspended', why: 'ambiguous', member: null }])
  expect(await world.balanceOf(who)).toBe(0n)
  await world.upload(who, await slipOf(reference))
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 77 })
  expect(await stateOf(7_700n)).toMatchObject([{ state: 'credited' }])
  expect([await world.balanceOf(who), await world.balanceOf(other)]).toEqual([7_700n, 0n])
})

test('F26 a deposit that neither the bank nor the slip can attribute waits for an operator, no matter who shows the slip', async () => {
  const [who, other] = await addTwins(['KBANK', 'KBANK'])
  const reference = await pay(who, 'feed', { amount: '78.00' })
  await expect
    .poll(() => stateOf(7_800n))
    .toEqual([{ state: 'suspended', why: 'ambiguous', member: null }])
  for (const shows of [other, who]) {
    await world.upload(shows, await slipOf(reference))
    expect(await world.settled(shows)).toMatchObject({ status: 'PENDING' })
  }
  expect(await stateOf(7_800n)).toEqual([{ state: 'suspended', why: 'review', member: other.id }])
  expect([await world.balanceOf(who), await world.balanceOf(other)]).toEqual([0n, 0n])
})
