import { slipUploadWithinMinutes, walletCurrencies } from '@kapao/contract/limits'
import { amountIn, flag, line, optional, rate, timeOfDay, wholeNumber } from './kinds/kinds.ts'
import { depositAccountList, depositWalletList } from './kinds/lists.ts'
import { amounts, currencyNames, forEach, setting } from './kinds/setting.ts'

/** The product's smallest QR deposits, in baht, as the spec gives them. */
const qrMinimums = {
  KBANK: '1.00',
  WW: '100.00',
  PAYONEX: '100.00',
  PAYTIMZ: '10.00',
  ZPAY: '10.00',
} as const

/** Limits, hours and rates; an amount is set for each currency, since there is no exchange between them. */
export const moneySettings = {
  ...amounts(
    'withdraw.min',
    { BAHT: '100.00', LAK: '50000' },
    'The minimum amount of a withdrawal',
  ),
  ...amounts(
    'withdraw.max',
    { BAHT: '50000.00', LAK: '25000000' },
    'The maximum amount of a withdrawal',
  ),
  ...amounts(
    'withdraw.autoMax',
    { BAHT: '2000.00', LAK: '1000000' },
    'The maximum withdrawal that is paid without an operator, unless another rule asks for one; below the minimum withdrawal every one waits for an operator',
  ),
  ...amounts(
    'withdraw.autoDayMax',
    { BAHT: '10000.00', LAK: '5000000' },
    'The most that is paid to one member without an operator in 24 hours; a withdrawal that would go beyond it waits for an operator as a whole',
  ),
  ...amounts(
    'withdraw.twoFrom',
    { BAHT: '20000.00', LAK: '10000000' },
    'From which amount on two different operators must approve a withdrawal; a smaller one that needs an approval anyway needs two as well, if it brings what the member withdraws in 24 hours to this amount',
  ),
  ...amounts(
    'credit.aloneDayMax',
    { BAHT: '20000.00', LAK: '10000000' },
    'How much all operators together may give to members in 24 hours without a second person; what would go beyond it needs one',
  ),
  ...amounts(
    'rewards.aloneDayMax',
    { BAHT: '20000.00', LAK: '10000000' },
    'The most that members could take of the bonuses and promotions that all operators together offer in 24 hours without a second person. What would go beyond it, has no quota, or gives more than it asks for needs one, and so does a dearer wheel',
  ),
  ...forEach('withdraw.channel', walletCurrencies, (currency) =>
    setting({
      kind: line(20),
      fallback: 'BANK',
      about: `The payout channel for withdrawals in ${currencyNames[currency]}: a name in PAYOUTS_FILE.`,
    }),
  ),
  ...forEach('deposit.minimum', walletCurrencies, (currency) =>
    setting({
      kind: optional(amountIn(currency)),
      fallback: null,
      reader: 'page',
      about: `The minimum that the screen for QR deposits names, in ${currencyNames[currency]}; it is only a text and refuses nothing. Without one the screen names the gateway's own minimum.`,
    }),
  ),
  'withdraw.waitOpposite': setting({
    kind: flag,
    fallback: true,
    about:
      'Whether withdrawals of two members who seem to have played against each other wait for an operator, as their rewards do; it counts for pairs that are found after the change.',
  }),
  'withdraw.waitLinked': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether withdrawals of two members who may be one person wait for an operator, as their rewards do, where one invited the other or both take the same bonus or promotion; it counts for pairs that are found after the change.',
  }),
  'deposit.accounts': setting({
    kind: depositAccountList,
    fallback: [],
    about: 'The accounts that members pay into; each member sees those in their currency.',
  }),
  'deposit.wallets': setting({
    kind: depositWalletList,
    fallback: [],
    about:
      'The wallets that gift links are sent to; only one in baht with a phone number accepts any.',
  }),
  'deposit.manual': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether members are asked for the slip of a bank transfer, and may report a transfer for an operator to confirm; off makes slips optional. What the bank reports is credited automatically either way.',
  }),
  'deposit.ownSatang': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether a deposit that a member reports gets satang that nobody else was given within seven days, so that its amount alone identifies it.',
  }),
  'slip.closeFrom': setting({
    kind: timeOfDay,
    fallback: '23:00',
    about:
      'When the upload of slips closes every day; the same time as that at which it opens again means never.',
  }),
  'slip.closeTo': setting({
    kind: timeOfDay,
    fallback: '00:30',
    about: 'When the upload of slips opens again.',
  }),
  'slip.limitMinutes': setting({
    kind: wholeNumber(5, 1440),
    fallback: slipUploadWithinMinutes,
    about: 'How many minutes after the transfer a slip is still accepted.',
  }),
  'transfer.dayMax': setting({
    kind: wholeNumber(10, 1_000_000),
    fallback: 1_000,
    about:
      'How many lines the statement of a member may get in 24 hours: deposits, withdrawals, transfers and rewards. After that money enters no game, and leaves one only as a whole, until the oldest line is 24 hours old.',
  }),
  'slip.dayMax': setting({
    kind: wholeNumber(1, 1000),
    fallback: 50,
    about: 'How many slips a member may upload in 24 hours.',
  }),
  'slip.dayMb': setting({
    kind: wholeNumber(1, 10_000),
    fallback: 20,
    about:
      'How many MB of slips a member may have stored in 24 hours; a picture counts as it is kept, which is mostly under 1 MB.',
  }),
  'slip.keepDays': setting({
    kind: wholeNumber(1, 3650),
    fallback: 90,
    about:
      'How many days after the upload the pictures of slips are kept, those that are still being checked longer; their results are kept permanently.',
  }),
  ...forEach('qr.minimum', Object.keys(qrMinimums) as (keyof typeof qrMinimums)[], (provider) =>
    setting({
      kind: amountIn('BAHT'),
      fallback: qrMinimums[provider],
      reader: 'page',
      about: `The minimum QR deposit through ${provider}, in baht.`,
    }),
  ),
  'qr.minimum.BCEL': setting({
    kind: amountIn('LAK'),
    fallback: '1000',
    reader: 'page',
    about: 'The minimum QR deposit through BCEL OnePay, in kip.',
  }),
  ...amounts(
    'qr.unconfirmedMax',
    { BAHT: '20000.00', LAK: '10000000' },
    'How much of one gateway may be credited on its webhooks alone and not yet be confirmed by it when asked, at any one time; a payment that would go beyond it waits to be confirmed',
  ),
  ...amounts(
    'bankfeed.unconfirmedMax',
    { BAHT: '50000.00', LAK: '25000000' },
    'How much of one account may be credited on the messages of its bank alone and not yet be shown by the statement, at any one time; a deposit that would go beyond it waits for the statement',
  ),
  ...amounts(
    'bankfeed.blindDayMax',
    { BAHT: '200000.00', LAK: '100000000' },
    'How much of one account whose statement cannot be read may be credited on the messages of its bank in 24 hours; a deposit that would go beyond it waits for an operator',
  ),
  'qr.minutes': setting({
    kind: wholeNumber(1, 120),
    fallback: 15,
    reader: 'page',
    about:
      'How many minutes a new QR code is shown; what is paid for it later is credited once the gateway confirms it.',
  }),
  'bonus.factor': setting({
    kind: rate(100),
    fallback: '5',
    about:
      'For bonuses and promotions whose own terms set none: how many times the member’s money together with the bonus, or the bonus alone as the terms say, must be reached before a withdrawal. What was taken before keeps its own.',
  }),
  ...forEach('bonus.endAmount', walletCurrencies, (currency) =>
    setting({
      kind: optional(amountIn(currency)),
      fallback: null,
      about: `The total at or below which a bonus may be ended, in ${currencyNames[currency]}, where its own terms set none; without either, a percentage of the member’s money together with the bonus. It is for the conditions of invite rewards and refunds, too. What was taken before keeps its own.`,
    }),
  ),
  'bonus.endEmptyAfter': setting({
    kind: wholeNumber(1, 10_080),
    fallback: 30,
    about:
      'After how many minutes with empty wallet and games a bonus ends automatically. A bet that is still open may be won meanwhile.',
  }),
  ...amounts(
    'spin.coinPer',
    { BAHT: '100.00', LAK: '50000' },
    'How much of one deposit earns one coin for the wheel; a remainder earns none, and neither does what was withdrawn within 30 days and is deposited again',
  ),
  'spin.couponDays': setting({
    kind: wholeNumber(1, 365),
    fallback: 30,
    about:
      'How many days after the spin a coupon from the wheel can be claimed; coupons that were won before keep their last day.',
  }),
}
