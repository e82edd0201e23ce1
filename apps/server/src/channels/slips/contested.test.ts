import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { undoSeconds } from '@kapao/contract/console/limits'
import { minuteMs, secondMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { transferReference } from '#outside/arrival.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { giveBack, refuse } from '#money/deposits/give-back.ts'
import { matchDeposit, type ResolveDeps } from '#money/deposits/match.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)
let desk: ResolveDeps
beforeAll(async () => {
  const { db } = world.database
  desk = openTestDepositDesk(db, world.clock)
})

const operator = { actor: 'operator:nok', requestId: 'test', note: 'seen at the bank' } as const
/** An unwatched account: the slip is the only report. */
const unwatched = { toBank: 'SCB', toAccount: '4445556667' }

type DepositRow = { id: string; state: string; why: string | null; member: string | null }
const heldOf = (amount: bigint) =>
  world.database.db.query<DepositRow>(
    'select id, state, why, member_id as member from deposits_deposit where amount = $1',
    [amount],
  )
const show = async (who: Payer, reference: string) => {
  await world.upload(who, await world.picture({ reference, amount: '', code: '' }))
  return world.settled(who)
}
const lookAgain = async (who: Payer) => {
  await world.passTime(minuteMs)
  await world.runJobs()
  return world.settled(who)
}
const malee = { fromBank: 'KBANK', fromAccount: '7776543210', fromName: 'MALEE RAKDEE' }
const reportByFeed = async (reference: string, line: object): Promise<void> => {
  const body = JSON.stringify({
    bank: 'KBANK',
    accountNo: '1112223334',
    direction: 'credit',
    currency: 'THB',
    occurredAt: world.clock.now().toISOString(),
    reference,
    ...line,
  })
  const [id, at] = [systemIds.key(), String(Math.floor(world.clock.now().getTime() / 1_000))]
  const signature = createHmac('sha256', 'sandbox-feed-secret')
    .update(`${id}.${at}.${body}`)
    .digest('hex')
  const headers = { 'x-event-id': id, 'x-timestamp': at, 'x-signature': signature }
  const answer = await fetch(`${world.address}/webhooks/bank/feed`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  expect(answer.status).toBe(200)
}

const fitting = { bankCode: 'KBANK', bankAccountName: 'MALEE RAKDEE' }

/** A slip shows `xxx-x-x4321-x` of the account; the bank reports more digits. */
test.each([
  ['whose account ends differently', 'MALEE RAKDEE', '9996543219', malee],
  [
    'who has another name than the bank reports, if the slip shows only a Thai name',
    'PRASERT OTHER',
    '9996543210',
    { ...malee, fromName: '-', fromNameTH: 'มาลี รักดี' },
  ],
])(
  'F26 money that the bank reported before is not for a member %s: an operator decides',
  async (_, bankAccountName, bankAccountNo, paid) => {
    const thief = await world.addPayer({ bankCode: 'KBANK', bankAccountName, bankAccountNo })
    const amount = BigInt(bankAccountNo.slice(-4)) * 100n
    const { reference } = await world.transfer(thief, { ...paid, amount: String(amount / 100n) })
    const from = { bank: '004', accountNo: '7776543210', name: 'MR MALEE R' }
    await reportByFeed(reference, { amount: String(amount / 100n), from })
    expect(await heldOf(amount)).toMatchObject([{ why: 'unknown-payer', member: null }])
    expect(await show(thief, reference)).toMatchObject({ status: 'PENDING' })
    expect(await heldOf(amount)).toMatchObject([
      { state: 'suspended', why: 'review', member: thief.id },
    ])
    expect(await world.balanceOf(thief)).toBe(0n)
  },
)

test('F26 where the service names no bank of the payer, the bank in the code excludes a member at another bank', async () => {
  const thief = await world.addPayer({
    bankCode: 'SCB',
    bankAccountName: 'MALEE RAKDEE',
    bankAccountNo: '9996543210',
  })
  const paid = { ...malee, ...unwatched, fromShown: { bank: '' }, amount: '9300' }
  const { reference } = await world.transfer(thief, paid)
  expect(await show(thief, reference)).toMatchObject({ status: 'FAILED', note: 'NOT_MATCH' })
  expect(await world.balanceOf(thief)).toBe(0n)
})

test('money that the bank reports between the check of a slip and its settling is compared again before it is credited', async () => {
  const thief = await world.addPayer({
    bankCode: 'KBANK',
    bankAccountName: 'MALEE RAKDEE',
    bankAccountNo: '8886565659',
  })
  const { reference } = await world.transfer(thief, {
    ...malee,
    fromAccount: '7776565650',
    amount: '9400',
  })
  const from = { bank: '004', accountNo: 'X-565650', name: 'MR MALEE R' }
  await reportByFeed(reference, { amount: '9400', from })
  const arrival = {
    channel: 'slip',
    eventId: systemIds.key(),
    references: [transferReference('KBANK', reference)],
    house: { kind: 'bank', party: 'KBANK:1112223334' },
    memberId: thief.id,
    hold: null,
    money: { amount: 940_000n, currency: 'BAHT' },
    paidAt: world.clock.now(),
    from: 'KBANK',
    actor: 'system:slips',
    requestId: 'test',
  } as const
  const [held] = await heldOf(940_000n)
  const payer = { bank: 'KBANK', account: '565650', name: 'MR MALEE R' }
  const stale = [
    null,
    { id: systemIds.key(), payer },
    { id: held!.id, payer: { ...payer, name: undefined } },
  ]
  for (const compared of stale)
    expect(await desk.deposits.settle({ ...arrival, compared })).toMatchObject({
      outcome: 'already',
      state: 'suspended',
      memberId: null,
    })
  expect(await heldOf(940_000n)).toEqual([held])
  expect(
    await desk.deposits.settle({ ...arrival, compared: { id: held!.id, payer } }),
  ).toMatchObject({ outcome: 'credited', memberId: thief.id })
})

test('F26 details that are changed between the check of a slip and its settling do not match the payer that the bank reported', async () => {
  const thief = await world.addPayer({ ...fitting, bankAccountNo: '9996548889' })
  const paid = { ...malee, fromAccount: '7776548880', amount: '9450' }
  const { reference } = await world.transfer(thief, paid)
  await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'bank-delay', count: 1 })
  expect(await show(thief, reference)).toMatchObject({ status: 'PENDING' })
  // The state after a check that found the slip good and then died or was overtaken by the bank's report.
  const arrival = {
    party: 'KBANK:1112223334',
    paidAt: world.clock.now().toISOString(),
    from: 'KBANK',
    payer: { bank: 'KBANK', account: '4888x', name: 'MR. MALEE R' },
    hold: null,
  }
  await world.database.db.query(
    `update slips_slip set state = 'paying', amount = 945000, arrival = $2::jsonb where member_id = $1`,
    [thief.id, JSON.stringify(arrival)],
  )
  const from = { bank: '004', accountNo: '7776548880', name: 'MR MALEE R' }
  await reportByFeed(reference, { amount: '9450', from })
  await world.passTime(minuteMs)
  const body = { name: 'x', ...fitting, bankAccountNo: '7776548880' }
  expect((await world.call('PUT /api/account/profile', { token: thief.token, body })).status).toBe(
    200,
  )
  await world.passTime(5 * minuteMs)
  await world.runJobs()
  expect(await world.settled(thief)).toMatchObject({ status: 'PENDING' })
  expect(await heldOf(945_000n)).toMatchObject([{ why: 'review', member: thief.id }])
  expect(await world.balanceOf(thief)).toBe(0n)
})

/** A thief who has made their details fit, and the real payer; the thief shows the slip first. */
const contest = async (digits: string, amount: string): Promise<{ thief: Payer; owner: Payer }> => {
  const details = { bankCode: 'KBANK', bankAccountName: 'WICHAI THONG' }
  const owner = await world.addPayer({ ...details, bankAccountNo: `777${digits}` })
  const thief = await world.addPayer()
  const { reference } = await world.transfer(owner, { ...unwatched, amount })
  await world.passTime(minuteMs)
  const changed = await world.call('PUT /api/account/profile', {
    token: thief.token,
    body: { name: 'x', ...details, bankAccountNo: `999${digits}` },
  })
  expect(changed.status).toBe(200)
  for (const who of [thief, owner])
    expect(await show(who, reference)).toMatchObject({ status: 'PENDING', note: null })
  expect(await lookAgain(owner)).toMatchObject({ status: 'PENDING' })
  expect([await world.balanceOf(thief), await world.balanceOf(owner)]).toEqual([0n, 0n])
  return { thief, owner }
}

test("F26 a slip that waits for an operator does not block the owner's slip, and an operator decides between them", async () => {
  const { thief, owner } = await contest('8102030', '9500')
  const [held] = await heldOf(950_000n)
  expect(held).toMatchObject({ state: 'suspended', why: 'review', member: thief.id })
  await matchDeposit(desk, { ...operator, id: held!.id, memberId: owner.id })
  expect(await lookAgain(owner)).toMatchObject({ status: 'SUCCESS', amount: 9_500 })
  expect(await world.settled(thief)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
  expect([await world.balanceOf(thief), await world.balanceOf(owner)]).toEqual([0n, 950_000n])
})

test('of two members who wait for one transfer at most one is credited, even if operators decide concurrently', async () => {
  const { thief, owner } = await contest('8102040', '9600')
  const [held] = await heldOf(960_000n)
  const decided = await Promise.allSettled([
    ...[thief, owner, thief, owner].map(({ id }) =>
      matchDeposit(desk, { ...operator, id: held!.id, memberId: id }),
    ),
    refuse(desk, { ...operator, id: held!.id }),
  ])
  world.clock.moveMs(undoSeconds * secondMs)
  await giveBack(desk, held!.id)
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await lookAgain(owner)
  const ends = [await world.settled(thief), await world.settled(owner)].map(({ status }) => status)
  const credited = (await world.balanceOf(thief)) + (await world.balanceOf(owner))
  expect(ends.filter((status) => status === 'PENDING')).toEqual([])
  expect(BigInt(ends.filter((status) => status === 'SUCCESS').length) * 960_000n).toBe(credited)
})
