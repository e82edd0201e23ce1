import { slipUploadWithinMinutes, walletCurrencies } from '@kapao/contract/limits'
import { amountIn, flag, line, optional, rate, timeOfDay, wholeNumber } from './kinds/kinds.ts'
import { depositAccountList, depositWalletList } from './kinds/lists.ts'
import { amounts, forEach, setting } from './kinds/setting.ts'

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
  ...amounts('withdraw.min', { BAHT: '100.00', LAK: '50000' }, 'The smallest withdrawal'),
  ...amounts('withdraw.max', { BAHT: '50000.00', LAK: '25000000' }, 'The largest withdrawal'),
  ...amounts(
    'withdraw.autoMax',
    { BAHT: '2000.00', LAK: '1000000' },
    'The largest withdrawal that is paid without a person; below the smallest withdrawal every one waits for one',
  ),
  ...amounts(
    'withdraw.autoDayMax',
    { BAHT: '10000.00', LAK: '5000000' },
    'The most that is paid to one member without a person in 24 hours; what would go beyond it waits for one',
  ),
  ...amounts(
    'withdraw.twoFrom',
    { BAHT: '20000.00', LAK: '10000000' },
    'From which amount on two different operators must approve, for one withdrawal or for the sum of 24 hours',
  ),
  ...amounts(
    'credit.aloneDayMax',
    { BAHT: '20000.00', LAK: '10000000' },
    'How much all operators together may give to members in 24 hours by the word of one of them each; more needs a second person',
  ),
  ...amounts(
    'rewards.aloneDayMax',
    { BAHT: '20000.00', LAK: '10000000' },
    'How much of bonuses, codes and wheels may be put before members in 24 hours by one operator each, as the most that can be taken of them; more needs a second person',
  ),
  ...forEach('withdraw.channel', walletCurrencies, (currency) =>
    setting({
      kind: line(20),
      fallback: 'BANK',
      about: `The payout channel for withdrawals in ${currency}: a name in PAYOUTS_FILE.`,
    }),
  ),
  ...forEach('deposit.minimum', walletCurrencies, (currency) =>
    setting({
      kind: optional(amountIn(currency)),
      fallback: null,
      reader: 'page',
      about: `The smallest deposit that the texts name, in ${currency}; without one they name the provider's own.`,
    }),
  ),
  'withdraw.waitOpposite': setting({
    kind: flag,
    fallback: true,
    about:
      'Whether withdrawals of two members who have played against each other wait for an operator.',
  }),
  'withdraw.waitLinked': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether withdrawals of two members who may be one person wait for an operator, as their rewards do.',
  }),
  'deposit.accounts': setting({
    kind: depositAccountList,
    fallback: [],
    about: 'The accounts that members pay into; each member sees those in their currency.',
  }),
  'deposit.wallets': setting({
    kind: depositWalletList,
    fallback: [],
    about: 'The wallet accounts that gift links are sent to.',
  }),
  'deposit.manual': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether bank transfers are credited by slip; off means that they are credited automatically.',
  }),
  'deposit.ownSatang': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether a deposit announced by hand gets unique satang, so that its amount alone identifies it.',
  }),
  'slip.closeFrom': setting({
    kind: timeOfDay,
    fallback: '23:00',
    about:
      'When the upload of slips closes every night; the same time as slip.closeTo means never.',
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
      'How many movements of money a member may make in 24 hours; after that money enters no game until it goes on, and leaves a game as a whole.',
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
    about: 'How many days the pictures of slips are kept; their results are kept permanently.',
  }),
  ...forEach('qr.minimum', Object.keys(qrMinimums) as (keyof typeof qrMinimums)[], (provider) =>
    setting({
      kind: amountIn('BAHT'),
      fallback: qrMinimums[provider],
      reader: 'page',
      about: `The smallest QR deposit through ${provider}.`,
    }),
  ),
  'qr.minimum.BCEL': setting({
    kind: amountIn('LAK'),
    fallback: '1000',
    reader: 'page',
    about: 'The smallest QR deposit through BCEL OnePay, in kip.',
  }),
  ...amounts(
    'qr.unconfirmedMax',
    { BAHT: '20000.00', LAK: '10000000' },
    'How much of one gateway may be credited on its webhooks alone, until it has confirmed it when asked',
  ),
  ...amounts(
    'bankfeed.unconfirmedMax',
    { BAHT: '50000.00', LAK: '25000000' },
    'How much of one account may be credited on the messages of its bank alone, until the statement has shown it',
  ),
  ...amounts(
    'bankfeed.blindDayMax',
    { BAHT: '200000.00', LAK: '100000000' },
    'How much of one account whose statement cannot be read may be credited on the messages of its bank in 24 hours; the rest waits for a person',
  ),
  'qr.minutes': setting({
    kind: wholeNumber(1, 120),
    fallback: 15,
    reader: 'page',
    about: 'How many minutes a QR code is shown; what is paid for it later is credited, too.',
  }),
  'bonus.factor': setting({
    kind: rate(100),
    fallback: '5',
    about: 'How many times deposit and bonus must be reached before a bonus can be withdrawn.',
  }),
  ...forEach('bonus.endAmount', walletCurrencies, (currency) =>
    setting({
      kind: optional(amountIn(currency)),
      fallback: null,
      about: `The total up to which a bonus may be ended, in ${currency}, unless its terms set one; without either, a percentage of deposit and bonus.`,
    }),
  ),
  'bonus.endEmptyAfter': setting({
    kind: wholeNumber(1, 10_080),
    fallback: 30,
    about:
      'After how many minutes with empty wallet and games a bonus ends automatically. A running bet may still be won meanwhile.',
  }),
  ...amounts(
    'spin.coinPer',
    { BAHT: '100.00', LAK: '50000' },
    'How much deposit earns one coin for the wheel; what was taken out and is put in again earns none',
  ),
  'spin.couponDays': setting({
    kind: wholeNumber(1, 365),
    fallback: 30,
    about: 'How many days a coupon from the wheel can be claimed.',
  }),
}
