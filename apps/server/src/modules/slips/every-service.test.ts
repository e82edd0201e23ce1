import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankWords, type BankWords } from '../../testing/bank-words.ts'
import { openSlipWorld, type Payer, type SlipWorld } from '../../testing/slip-world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Sms = readonly [sender: string, text: string]

const baht = {
  to: { toBank: 'SCB', toAccount: '4445556667' },
  bankCode: 'KBANK',
  amount: (n: number) => `${1_000 + n}.00`,
  smallest: (n: number) => BigInt(1_000 + n) * 100n,
  sms: (at: string, tail: string, amount: string): Sms => [
    'SCB',
    `${at.slice(8, 10)}/${at.slice(5, 7)}@${at.slice(11, 16)} ${amount} จากKBNK/x${tail}เข้าx556667`,
  ],
}
const kip = {
  to: { toBank: 'BCEL', toAccount: '1601110001234567', currency: 'LAK' },
  bankCode: 'BCEL',
  amount: (n: number) => String(100_000 + n * 1_000),
  smallest: (n: number) => BigInt(100_000 + n * 1_000),
  sms: (at: string, tail: string, amount: string): Sms => {
    const year = String(Number(at.slice(0, 4)) + 543).slice(2)
    const day = `${at.slice(8, 10)}/${at.slice(5, 7)}/${year} ${at.slice(11, 16)}`
    return ['BCEL', `BCEL: ${day} ເງິນເຂົ້າ ${amount} LAK ບັນຊີ x4567 ຈາກ x${tail}`]
  },
}

/** The same attacks at each service, in each currency, by day and over midnight in Bangkok. */
describe.each([
  ['SlipOK, baht', 'slipok', baht, '12:00'],
  ['SlipOK, baht, over midnight', 'slipok', baht, '23:58'],
  ['EasySlip, baht', 'easyslip', baht, '12:00'],
  ['EasySlip, baht, over midnight', 'easyslip', baht, '23:58'],
  ['EasySlip, kip', 'easyslip', kip, '12:00'],
  ['EasySlip, kip, over midnight', 'easyslip', kip, '23:58'],
] as const)('%s', (_, shape, money, begins) => {
  let world: SlipWorld
  let bank: BankWords
  beforeAll(async () => {
    world = await openSlipWorld((url) => ({
      ...(money === kip ? { variant: 'laos' as const } : {}),
      slips: { shape, url, key: 'sandbox-slip-key', branch: '1' },
    }))
    await world.set('slip.closeFrom', '00:00')
    await world.set('slip.closeTo', '00:00')
    bank = bankWords(world)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  let made = 0
  async function payer(given: object = {}): Promise<Payer> {
    made += 1
    const digits = String(70_000_000 + made * 1_111)
    const lao = { username: `020555${String(made).padStart(5, '0')}` }
    return world.addPayer({
      bankCode: money.bankCode,
      bankAccountName: 'MALEE RAKDEE',
      bankAccountNo: `77${digits}`,
      ...(money === kip ? lao : {}),
      ...given,
    })
  }
  /** The next time that clocks in Bangkok show it. */
  async function begin(): Promise<void> {
    const now = world.clock.now().getTime()
    const [hours, minutes] = begins.split(':').map(Number)
    const today = Math.floor((now + 7 * hourMs) / (24 * hourMs)) * 24 * hourMs - 7 * hourMs
    const at = today + hours! * hourMs + minutes! * minuteMs
    await world.passTime((at > now ? at : at + 24 * hourMs) - now)
  }
  const pay = (who: Payer, n: number, more: object = {}) =>
    world.transfer(who, { ...money.to, amount: money.amount(n), ...more })
  const show = async (who: Payer, reference: string, variant = 'plain', seed = 0) => {
    const given = { reference, amount: '', code: '' }
    await world.upload(who, await world.picture(given, variant, seed))
    return world.settled(who)
  }
  const tellBySms = (who: Payer, n: number, at = world.clock.now()) => {
    const local = new Date(at.getTime() + 7 * hourMs).toISOString()
    const grouped = Number(money.amount(n)).toLocaleString('en-US', {
      minimumFractionDigits: money === kip ? 0 : 2,
    })
    const [sender, text] = money.sms(local, who.bankAccountNo.slice(-6), grouped)
    return bank.sms(sender, text)
  }
  const depositsOf = (n: number) =>
    world.database.db.query<{ state: string; why: string | null }>(
      'select state, why from deposits_deposit where amount = $1 order by created_at, id',
      [money.smallest(n)],
    )

  test('CARE-57 a slip shown again, as another picture and by another member, is credited once', async () => {
    await begin()
    const [who, other] = [await payer(), await payer()]
    const { reference } = await pay(who, 1)
    await world.passTime(5 * minuteMs)
    expect(await show(who, reference)).toMatchObject({ status: 'SUCCESS' })
    for (const variant of ['jpeg', 'photo'])
      expect(await show(who, reference, variant, 3)).toMatchObject({
        note: 'SLIP_REFNO_DUPLICATED',
      })
    expect(await show(other, reference)).toMatchObject({ status: 'FAILED' })
    expect(await world.balanceOf(who)).toBe(money.smallest(1))
    expect(await world.balanceOf(other)).toBe(0n)
  })

  test('CARE-57 forged, damaged and painted slips, and those of others, bring what the bank says or nothing', async () => {
    await begin()
    const who = await payer()
    const { reference } = await pay(who, 2)
    expect(await show(who, reference, 'forged')).toMatchObject({ status: 'FAILED' })
    expect(await show(who, reference, 'damaged')).toMatchObject({ status: 'FAILED' })
    expect(await show(who, reference, 'other-bank')).toMatchObject({ status: 'FAILED' })
    expect(await world.balanceOf(who)).toBe(0n)
    expect(await show(who, reference, 'edited')).toMatchObject({ status: 'SUCCESS' })
    const elsewhere = await pay(who, 3, { toAccount: '9998887776', toName: 'SOMSRI STRANGER' })
    expect(await show(who, elsewhere.reference)).toMatchObject({ note: 'DEST_ACC_INVALID' })
    const stolen = await pay(who, 4, { fromAccount: '5554443332', fromName: 'SOMSAK OTHER' })
    expect(await show(who, stolen.reference)).toMatchObject({ note: 'NOT_MATCH' })
    expect(await world.balanceOf(who)).toBe(money.smallest(2))
  })

  test.each(['slip first', 'SMS first'])(
    'CARE-47 CARE-57 the slip and an SMS four minutes apart are one credit (%s)',
    async (order) => {
      await begin()
      const n = order === 'slip first' ? 5 : 6
      const who = await payer()
      const { reference } = await pay(who, n)
      const paidAt = world.clock.now()
      const smsAt = new Date(paidAt.getTime() + 4 * minuteMs)
      await world.passTime(5 * minuteMs)
      if (order === 'SMS first') await tellBySms(who, n, smsAt)
      await show(who, reference)
      if (order === 'slip first') await tellBySms(who, n, smsAt)
      await world.passTime(minuteMs)
      await world.runJobs()
      expect(await world.balanceOf(who)).toBe(money.smallest(n))
      expect(await depositsOf(n)).toEqual([
        { state: 'credited', why: null },
        { state: 'suspended', why: 'alike' },
      ])
    },
  )

  test('CARE-48 CARE-57 two honest equal transfers, each with its SMS and its slip, are two', async () => {
    await begin()
    const who = await payer()
    for (const turn of [1, 2]) {
      const { reference } = await pay(who, 7)
      await tellBySms(who, 7)
      expect(await show(who, reference)).toMatchObject({ status: 'SUCCESS' })
      expect(await world.balanceOf(who)).toBe(BigInt(turn) * money.smallest(7))
      await world.passTime(10 * minuteMs)
    }
  })
})
