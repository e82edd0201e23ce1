import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { ourAccount, openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)

/** An unwatched account: the slip is the only report. */
const unwatched = { toBank: 'SCB', toAccount: '4445556667' }
const malee = { bankCode: 'KBANK', bankAccountName: 'MALEE RAKDEE' }
/** A slip shows the same digits of both accounts. */
const [own, fitting] = ['7776543210', '9996543210']

const change = (
  who: Payer,
  details: Pick<Payer, 'bankCode' | 'bankAccountNo' | 'bankAccountName'>,
) => world.call('PUT /api/account/profile', { token: who.token, body: { name: 'x', ...details } })
const register = async (given: Partial<Payer> = {}): Promise<Payer> => {
  const member = await world.addMember(given)
  return { ...member, token: await world.login(member.username, member.password) }
}
const heldOf = (amount: bigint) =>
  world.database.db.query(
    'select state, why, member_id as member from deposits_deposit where amount = $1',
    [amount],
  )
const show = async (who: Payer, reference: string) => {
  await world.upload(who, await world.picture({ reference, amount: '', code: '' }))
  return world.settled(who)
}

test('F26 bank details that are changed after a transfer to fit its slip wait for an operator', async () => {
  const victim = await world.addPayer({ ...malee, bankAccountNo: own })
  const thief = await world.addPayer()
  await world.passTime(minuteMs)
  const { reference } = await world.transfer(victim, { amount: '9000', ...unwatched })
  expect(await show(thief, reference)).toMatchObject({ status: 'FAILED', note: 'NOT_MATCH' })
  await world.passTime(minuteMs)
  expect((await change(thief, { ...malee, bankAccountNo: fitting })).status).toBe(200)
  expect(await show(thief, reference)).toMatchObject({ status: 'PENDING' })
  expect(await heldOf(900_000n)).toEqual([{ state: 'suspended', why: 'review', member: thief.id }])
  expect(await world.balanceOf(thief)).toBe(0n)
})

test("F26 a member who only takes the payer's name, at an account that fits already, waits for an operator", async () => {
  const nok = { bankCode: 'KBANK', bankAccountName: 'NOK SRISUK' }
  const victim = await world.addPayer({ ...nok, bankAccountNo: '7771212120' })
  const thief = await world.addPayer({ bankCode: 'KBANK', bankAccountNo: '9991212120' })
  await world.passTime(minuteMs)
  const { reference } = await world.transfer(victim, { amount: '9001', ...unwatched })
  await world.passTime(minuteMs)
  expect((await change(thief, { ...nok, bankAccountNo: '9991212120' })).status).toBe(200)
  expect(await show(thief, reference)).toMatchObject({ status: 'PENDING' })
  expect(await world.balanceOf(thief)).toBe(0n)
})

test('F26 a member who registers after a transfer is not credited with it by its slip', async () => {
  const [paid] = await world.sandbox.control<{ reference: string }[]>('POST', '/bank/pay', {
    fromBank: 'KBANK',
    fromAccount: '8881112223',
    fromName: 'WICHAI THONG',
    amount: '6000.00',
  })
  await expect.poll(async () => (await heldOf(600_000n)).length).toBe(1)
  await world.passTime(minuteMs)
  const wichai = { bankCode: 'KBANK', bankAccountName: 'WICHAI THONG', bankAccountNo: '8001112220' }
  const thief = await register(wichai)
  expect(await show(thief, paid!.reference)).toMatchObject({ status: 'PENDING' })
  expect(await heldOf(600_000n)).toEqual([{ state: 'suspended', why: 'review', member: thief.id }])
  expect(await world.balanceOf(thief)).toBe(0n)
})

test(
  'until the feed has matched a payer, a slip with fitted details claims nothing',
  { tags: 'long-4' },
  async () => {
    const victim = await world.addPayer({
      bankCode: 'KBANK',
      bankAccountNo: '7773434340',
      bankAccountName: 'DAENG MEECHAI',
    })
    const thief = await world.addPayer()
    await world.passTime(minuteMs)
    const { reference } = await world.transfer(victim, { amount: '9002' })
    await world.passTime(minuteMs)
    await change(thief, {
      bankCode: 'KBANK',
      bankAccountNo: '9993434340',
      bankAccountName: 'DAENG MEECHAI',
    })
    expect(await show(thief, reference)).toMatchObject({ status: 'PENDING' })
    expect(await heldOf(900_200n)).toEqual([])
    expect(await show(victim, reference)).toMatchObject({ status: 'SUCCESS' })
    await world.passTime(minuteMs)
    await world.runJobs()
    expect(await world.settled(thief)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
  },
)

test('a member who changes the details and then pays is credited, and so is one who saves the same details again', async () => {
  const who = await world.addPayer()
  const moved = { ...who, bankCode: ourAccount.bankCode, bankAccountNo: '7775656560' }
  await world.passTime(minuteMs)
  await change(who, moved)
  const { reference } = await world.transfer(moved, { amount: '9003', ...unwatched })
  await world.passTime(minuteMs)
  await change(who, moved)
  expect(await show(who, reference)).toMatchObject({ status: 'SUCCESS', amount: 9003 })
})

test('the table maintains details_since whatever statement changes the details', async () => {
  const { db } = world.database
  const who = await register()
  const since = async () => {
    const [row] = await db.query<{ since: Date; registered: Date }>(
      'select details_since as since, created_at as registered from account_member where id = $1',
      [who.id],
    )
    return row!
  }
  const { since: first, registered } = await since()
  expect(first).toEqual(registered)
  const write = (set: string, values: unknown[] = []) =>
    db.query(`update account_member set ${set} where id = $1`, [who.id, ...values])
  await write(`name = 'Other', details_since = $2`, [new Date(first.getTime() + minuteMs)])
  expect((await since()).since).toEqual(first)
  const changed = new Date(first.getTime() + 2 * minuteMs)
  await write(`bank_account_no = '7779090901', bank_changed_at = $2`, [changed])
  expect((await since()).since).toEqual(changed)
  // A version of the server that does not know details_since cannot keep an old time for a new name.
  await write(`bank_account_name = 'SOMCHAI OTHER'`)
  expect((await since()).since.getTime()).toBeGreaterThan(changed.getTime())
  await write(`bank_account_name = 'SOMCHAI AGAIN', details_since = $2`, [first])
  expect((await since()).since.getTime()).toBeGreaterThan(changed.getTime())
})
