import { beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { bankMessages, type BankMessages } from '#testing/doubles/bank-messages.ts'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** A service that does not name the sending bank, nor compares it with the code. */
const unnamedBank = { fromShown: { bank: '' } }
const unwatched = { toBank: 'SCB', toAccount: '4445556667' }

describe.each(['slipok', 'easyslip'] as const)('in the format of %s', (shape) => {
  const world = testWorld(() =>
    openSlipWorld((url) => ({
      slips: { shape, url, key: 'sandbox-slip-key', branch: '1' },
    })),
  )
  let bank: BankMessages
  beforeAll(async () => {
    bank = bankMessages(world)
  })

  const show = async (who: Payer, reference: string, variant = 'plain') => {
    await world.upload(who, await world.picture({ reference, amount: '', code: '' }, variant))
    return world.settled(who)
  }
  const heldOf = (amount: bigint) =>
    world.database.db.query<object>(
      'select state, why, member_id as member from deposits_deposit where amount = $1',
      [amount],
    )

  test("CARE-53 a sending bank that only the slip's code names is unproven: an operator decides", async () => {
    const who = await world.addPayer({ bankCode: 'KBANK' })
    const { reference } = await world.transfer(who, { ...unnamedBank, ...unwatched, amount: '501' })
    expect(await show(who, reference)).toMatchObject({ status: 'PENDING' })
    expect(await world.balanceOf(who)).toBe(0n)
    expect(await heldOf(50_100n)).toEqual([{ state: 'suspended', why: 'review', member: who.id }])
  })

  test('CARE-53 a transfer shown once more with another bank in its code is the same transfer', async () => {
    const account = { bankAccountName: 'MALEE RAKDEE', bankAccountNo: '7776541233' }
    const owner = await world.addPayer({ bankCode: 'KBANK', ...account })
    const twin = await world.addPayer({ bankCode: 'SCB', ...account })
    const { reference } = await world.transfer(owner, {
      ...unnamedBank,
      ...unwatched,
      amount: '502',
    })
    await show(owner, reference)
    await show(twin, reference, 'other-bank')
    expect(await heldOf(50_200n)).toHaveLength(1)
    expect([await world.balanceOf(owner), await world.balanceOf(twin)]).toEqual([0n, 0n])
  })

  test('CARE-53 on a watched account the feed decides, and a code with another bank adds nothing', async () => {
    const who = await world.addPayer({ bankCode: 'KBANK' })
    const { reference } = await world.transfer(who, { ...unnamedBank, amount: '503' })
    expect(await show(who, reference)).toMatchObject({ status: 'PENDING' })
    expect(await heldOf(50_300n)).toEqual([])
    await bank.feed({ amount: '503', from: bank.fromOf(who), reference })
    await world.passTime(minuteMs)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 503 })
    await show(who, reference, 'other-bank')
    await world.passTime(minuteMs)
    await world.runJobs()
    expect(await world.balanceOf(who)).toBe(50_300n)
    const shown = (await world.slips(who)).slips.filter(({ status }) => status === 'SUCCESS')
    expect(shown).toHaveLength(1)
  })

  test('CARE-53 a bank that the service names is compared with the code: a code with another bank matches no transfer', async () => {
    const who = await world.addPayer({ bankCode: 'KBANK' })
    const { reference } = await world.transfer(who, { ...unwatched, amount: '504' })
    expect(await show(who, reference, 'other-bank')).toMatchObject({ status: 'FAILED' })
    expect(await show(who, reference)).toMatchObject({ status: 'SUCCESS', amount: 504 })
    expect(await world.balanceOf(who)).toBe(50_400n)
  })
})
