import { hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { bankMessages } from '../doubles/bank-messages.ts'
import { openSlipWorld, type Payer, type SlipWorld } from '../worlds/slip-world.ts'

type Sms = readonly [sender: string, text: string]

export type SlipMoney = {
  to: { toBank: string; toAccount: string; currency?: string }
  bankCode: string
  amount: (n: number) => string
  smallest: (n: number) => bigint
  sms: (at: string, tail: string, amount: string) => Sms
}

const baht: SlipMoney = {
  to: { toBank: 'SCB', toAccount: '4445556667' },
  bankCode: 'KBANK',
  amount: (n) => `${1_000 + n}.00`,
  smallest: (n) => BigInt(1_000 + n) * 100n,
  sms: (at, tail, amount) => [
    'SCB',
    `${at.slice(8, 10)}/${at.slice(5, 7)}@${at.slice(11, 16)} ${amount} จากKBNK/x${tail}เข้าx556667`,
  ],
}
const kip: SlipMoney = {
  to: { toBank: 'BCEL', toAccount: '1601110001234567', currency: 'LAK' },
  bankCode: 'BCEL',
  amount: (n) => String(100_000 + n * 1_000),
  smallest: (n) => BigInt(100_000 + n * 1_000),
  sms: (at, tail, amount) => {
    const year = String(Number(at.slice(0, 4)) + 543).slice(2)
    const day = `${at.slice(8, 10)}/${at.slice(5, 7)}/${year} ${at.slice(11, 16)}`
    return ['BCEL', `BCEL: ${day} ເງິນເຂົ້າ ${amount} LAK ບັນຊີ x4567 ຈາກ x${tail}`]
  },
}

/** The seed of a slip's photo. */
const pictureSeed = 3

export type SlipPlace = {
  service: 'slipok' | 'easyslip'
  money: SlipMoney
  isKip: boolean
  /** The time on clocks in Bangkok when it begins. */
  begins: string
}

const place = (
  service: SlipPlace['service'],
  money: SlipMoney,
  begins: string,
): [string, SlipPlace] => {
  const isKip = money === kip
  return [
    `${service}, ${isKip ? 'kip' : 'baht'}, from ${begins}`,
    { service, money, isKip, begins },
  ]
}

/** Each service, in each currency, by day and over midnight in Bangkok. */
export const slipPlaces: [string, SlipPlace][] = [
  place('slipok', baht, '12:00'),
  place('slipok', baht, '23:58'),
  place('easyslip', baht, '12:00'),
  place('easyslip', baht, '23:58'),
  place('slipok', kip, '12:00'),
  place('slipok', kip, '23:58'),
  place('easyslip', kip, '12:00'),
  place('easyslip', kip, '23:58'),
]

export type SlipTable = SlipWorld & {
  payer: (given?: object) => Promise<Payer>
  /** Moves to the next time at which this begins, by clocks in Bangkok. */
  begin: () => Promise<void>
  pay: (who: Payer, n: number, more?: object) => Promise<{ reference: string }>
  /** Uploads a picture of it, and waits until it is checked. */
  show: (who: Payer, reference: string, variant?: string) => ReturnType<SlipWorld['settled']>
  reportBySms: (who: Payer, n: number, at?: Date) => Promise<void>
  reportByFeed: (
    who: Payer,
    n: number,
    line?: { occurredAt?: string; reference?: string; amount?: string },
  ) => Promise<void>
  depositsOf: (n: number) => Promise<{ state: string; why: string | null }[]>
}

export async function openSlipTable({
  service,
  money,
  isKip,
  begins,
}: SlipPlace): Promise<SlipTable> {
  const world = await openSlipWorld((url) => ({
    ...(isKip ? { variant: 'laos' as const } : {}),
    slips: { shape: service, url, key: 'sandbox-slip-key', branch: '1' },
  }))
  await world.set('slip.closeFrom', '00:00')
  await world.set('slip.closeTo', '00:00')
  await world.set('slip.dayMax', 1_000)
  const bank = bankMessages(world)
  let made = 0
  return {
    ...world,
    payer: async (given = {}) => {
      made += 1
      const lao = { username: `020555${String(made).padStart(5, '0')}` }
      return world.addPayer({
        bankCode: money.bankCode,
        bankAccountName: 'MALEE RAKDEE',
        bankAccountNo: `77${String(70_000_000 + made * 1_111)}`,
        ...(isKip ? lao : {}),
        ...given,
      })
    },
    begin: async () => {
      const now = world.clock.now().getTime()
      const [hours, minutes] = begins.split(':').map(Number)
      const today = Math.floor((now + 7 * hourMs) / (24 * hourMs)) * 24 * hourMs - 7 * hourMs
      const at = today + hours! * hourMs + minutes! * minuteMs
      await world.passTime((at > now ? at : at + 24 * hourMs) - now)
    },
    pay: (who, n, more = {}) =>
      world.transfer(who, { ...money.to, amount: money.amount(n), ...more }),
    show: async (who, reference, variant = 'plain') => {
      const given = { reference, amount: '', code: '' }
      await world.upload(who, await world.picture(given, variant, pictureSeed))
      return world.settled(who)
    },
    reportBySms: (who, n, at = world.clock.now()) => {
      const local = new Date(at.getTime() + 7 * hourMs).toISOString()
      const grouped = Number(money.amount(n)).toLocaleString('en-US', {
        minimumFractionDigits: isKip ? 0 : 2,
      })
      const [sender, text] = money.sms(local, who.bankAccountNo.slice(-6), grouped)
      return bank.sms(sender, text, systemIds.key())
    },
    reportByFeed: (who, n, line = {}) =>
      bank.feed({
        bank: money.to.toBank,
        accountNo: money.to.toAccount,
        currency: isKip ? 'LAK' : 'THB',
        amount: money.amount(n),
        from: bank.fromOf(who),
        ...line,
      }),
    depositsOf: (n) =>
      world.database.db.query(
        'select state, why from deposits_deposit where amount = $1 order by created_at, id',
        [money.smallest(n)],
      ),
  }
}
