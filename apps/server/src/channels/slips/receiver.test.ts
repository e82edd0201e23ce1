import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { ourAccount, openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** An unwatched account. */
const savings = {
  ...ourAccount,
  bankCode: 'GSB',
  mode: 'manual',
  bankAccountNo: '020333444555',
} as const
const toSavings = { toBank: savings.bankCode, toAccount: savings.bankAccountNo }

describe.each(['slipok', 'easyslip'] as const)(
  'money that went to a stranger, in the format of %s',
  (shape) => {
    const world = testWorld(() =>
      openSlipWorld((url) => ({
        slips: { shape, url, key: 'sandbox-slip-key', branch: '1' },
      })),
    )
    beforeAll(async () => {
      await world.set('deposit.accounts', [ourAccount, savings])
    })
    afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

    /** The stranger's account has the same mask as the operator's. */
    const alike = shape === 'slipok' ? '9992223339' : '1199993334'
    const show = async (who: Payer, more: Record<string, unknown>) => {
      await world.upload(who, await world.picture(await world.transfer(who, more)))
      return world.settled(who)
    }

    test.each([
      ['whose account looks like ours', { toAccount: alike, toName: 'SOMSRI STRANGER' }],
      [
        'with a Thai name next to it',
        { toAccount: alike, toName: 'SOMSRI STRANGER', toNameTH: 'สมศรี คนอื่น' },
      ],
      [
        "whose phone number ends like the operator's account",
        { toAccount: '5551187650', toName: 'SOMSRI STRANGER', toShown: { proxy: 'xxx-xxx-3334' } },
      ],
      [
        "with the operator's name, whose phone number ends like the operator's account",
        { toAccount: '5551187650', toShown: { proxy: 'xxx-xxx-3334' } },
      ],
      [
        'with only a phone number shown',
        { toName: 'SOMSRI STRANGER', toShown: { bank: '', account: '', proxy: 'xxx-xxx-3334' } },
      ],
      [
        "with only a phone number and the operator's name shown",
        { toShown: { bank: '', account: '', proxy: 'xxx-xxx-3334' } },
      ],
      [
        'with only a token shown in place of an account',
        { toShown: { accountType: 'TOKEN', account: ourAccount.bankAccountNo } },
      ],
      ['at another bank', { toBank: 'SCB', toName: 'KAPAO DEMO CO LTD' }],
    ])('F26 %s', { tags: 'long-2' }, async (_, more) => {
      const who = await world.addPayer()
      expect(await show(who, more)).toMatchObject({ status: 'FAILED', note: 'DEST_ACC_INVALID' })
      expect(await world.balanceOf(who)).toBe(0n)
    })

    test('a transfer of another bank than its code names is another transfer', async () => {
      const who = await world.addPayer({ bankCode: 'SCB' })
      const more = { fromBank: 'KBANK', fromShown: { bank: '014' } }
      expect(await show(who, more)).toMatchObject({ status: 'PENDING' })
      expect(await world.balanceOf(who)).toBe(0n)
    })

    const inThai = { toName: '-', toNameTH: 'กะเปา เดโม' }
    /** Four digits of ten, and a name that cannot be compared. */
    const little = { ...inThai, toShown: { account: 'xxx-x-x2333-x' } }

    test("a name in Thai is compared with the Thai name of the operator's account", async () => {
      await world.set('deposit.accounts', [
        { ...ourAccount, alsoNamed: 'บจก. กะเปา เดโม' },
        savings,
      ])
      const who = await world.addPayer()
      expect(await show(who, little)).toMatchObject({ status: 'SUCCESS' })
      const stranger = { ...little, toNameTH: 'สมศรี คนอื่น' }
      expect(await show(who, stranger)).toMatchObject({ note: 'DEST_ACC_INVALID' })
      const { body } = await world.call('GET /api/lookup/deposit', { token: who.token })
      expect(JSON.stringify(body)).not.toContain('กะเปา')
      await world.set('deposit.accounts', [ourAccount, savings])
    })

    test('with a name in Thai alone six digits and the bank must be shown', async () => {
      const who = await world.addPayer()
      const six = { ...inThai, toShown: { account: '11xxxx3334' } }
      expect(await show(who, six)).toMatchObject({ status: 'SUCCESS' })
      const without = { ...inThai, toShown: { account: '11xxxx3334', bank: '' } }
      expect(await show(who, without)).toMatchObject({ status: 'PENDING' })
      expect(await world.balanceOf(who)).toBe(50_000n)
    })

    test('a slip that shows too little waits until the bank reports its transfer, and is for operators if it never does', async () => {
      const who = await world.addPayer()
      expect(await show(who, { ...little, amount: '81.00' })).toMatchObject({ status: 'PENDING' })
      const [known] = await world.database.db.query<{ count: bigint }>(
        'select count(*) from deposits_deposit where amount = 8100',
      )
      expect(known!.count).toBe(0n)
      await world.passTime(7 * 60 * minuteMs)
      await world.runJobs()
      expect(await world.settled(who)).toMatchObject({ status: 'FAILED', note: 'UNKNOW_ERROR' })
      expect(await world.balanceOf(who)).toBe(0n)
    })

    test('a slip that shows too little of an unwatched account is held for an operator', async () => {
      const who = await world.addPayer()
      const shown = { account: 'xxxxxxxx4455x' }
      const { reference } = await show(who, {
        ...toSavings,
        ...inThai,
        toShown: shown,
        amount: '82.00',
      })
      await world.passTime(2 * minuteMs)
      await world.runJobs()
      expect(await world.settled(who)).toMatchObject({ reference, status: 'PENDING' })
      const held = await world.database.db.query(
        'select state, why, member_id as member from deposits_deposit where amount = 8200',
      )
      expect(held).toEqual([{ state: 'suspended', why: 'review', member: who.id }])
      expect(await world.balanceOf(who)).toBe(0n)
    })

    test.each([
      ['a Thai name', { fromNameTH: 'สมชาย ใจดี' }, {}],
      ['a title', { fromName: 'MISS MALEE RAKDEE' }, { bankAccountName: 'MALEE RAKDEE' }],
      ['a title of his own', {}, { bankAccountName: 'MR SOMCHAI JAIDEE' }],
    ])('a member with %s is credited', { tags: 'long-4' }, async (_, more, own) => {
      const who = await world.addPayer(own)
      expect(await show(who, more)).toMatchObject({ status: 'SUCCESS' })
    })
  },
)

describe("a service that knows the operator's accounts", () => {
  const world = testWorld(openSlipWorld)

  test('F26 a transfer that the service reports as paid to another receiver is refused, whatever it shows', async () => {
    await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'wrong-receiver' })
    const who = await world.addPayer()
    await world.upload(who, await world.picture(await world.transfer(who)))
    expect(await world.settled(who)).toMatchObject({ note: 'DEST_ACC_INVALID' })
    expect(await world.balanceOf(who)).toBe(0n)
  })
})
