import type { Settings } from '#settings/registry.ts'

type Account = Settings['deposit.accounts'][number]

const names = {
  KBANK: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
  SCB: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank' },
  GSB: { nameTH: 'ธนาคารออมสิน', nameEN: 'Government Savings Bank' },
  BCEL: { nameTH: 'ธนาคารการค้าต่างประเทศลาว', nameEN: 'BCEL' },
  WW: { nameTH: 'WW Pay', nameEN: 'WW Pay' },
  PAYONEX: { nameTH: 'PayOneX', nameEN: 'PayOneX' },
  PAYTIMZ: { nameTH: 'PayTimz', nameEN: 'PayTimz' },
  ZPAY: { nameTH: 'ZPay', nameEN: 'ZPay' },
} as const

const account = (
  bankCode: keyof typeof names,
  bankAccountNo: string,
  rest: Partial<Account> = {},
): Account => ({
  bankCode,
  bankType: 'bank',
  mode: 'AUTO',
  bank: names[bankCode],
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo,
  currency: 'BAHT',
  ...rest,
})

/** Every way to pay in: watched by a feed, by SMS and by operators only, and the QR codes of each gateway. */
const demoAccounts: Account[] = [
  account('KBANK', '1112223334'),
  account('SCB', '2223334445', { mode: 'SMS' }),
  account('GSB', '020333444555', { mode: 'manual' }),
  account('KBANK', '0001112223', { bankType: 'PAYMENT' }),
  account('WW', '100001', { bankType: 'PAYMENT' }),
  account('PAYONEX', '100002', { bankType: 'PAYMENT' }),
  account('PAYTIMZ', '100003', { bankType: 'PAYMENT' }),
  account('ZPAY', '100004', { bankType: 'PAYMENT' }),
  account('BCEL', '1601110001234567', { currency: 'LAK' }),
  account('BCEL', '1601119990001', { bankType: 'PAYMENT', currency: 'LAK' }),
]

export const depositSettings: Partial<Settings> = {
  'deposit.accounts': demoAccounts,
  'deposit.wallets': [
    {
      walletAccountName: 'KAPAO DEMO WALLET',
      mode: 'AUTO',
      currency: 'BAHT',
      mobile: '0899999999',
    },
  ],
  'deposit.manual': true,
}
