import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'

const bank = {
  code: 'KBANK',
  nameTH: 'ธนาคารกสิกรไทย',
  nameLA: 'ທະນາຄານກະສິກອນໄທ',
  nameEN: 'Kasikornbank',
}

/** A member with 1,000 baht in the wallet, and whatever a test says otherwise. */
export function sampleWallet({
  amount = 1_000,
  ...part
}: Partial<Wallet> & { amount?: number } = {}): Wallet {
  return {
    currency: 'BAHT',
    wallet: { amount },
    slots: [],
    invite: { amount: 0, success: 0, fail: 0 },
    bankAccount: { bank, bankAccountNo: '0011223344', bankAccountName: 'SOMCHAI JAIDEE' },
    profile: {
      _id: 'A1B2C3D4E5F6',
      username: '0812345678',
      name: 'SOMCHAI JAIDEE',
      createdAt: '2026-01-05T05:00:00.000Z',
      coin: 0,
    },
    ...part,
  }
}

export function sampleGame(part: Partial<GameAccount> & { code: string }): GameAccount {
  return {
    name: part.code.toUpperCase(),
    logo: '/logo.svg',
    background: '/background.svg',
    category: 'slot',
    isActive: true,
    amount: 0,
    ftWalletSlot: 1,
    web: null,
    android: null,
    ios: null,
    amountAt: null,
    ...part,
  }
}
