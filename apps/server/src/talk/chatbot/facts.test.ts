import { languages, withdrawalReasons } from '@kapao/contract/limits'
import { withdrawalStages } from '@kapao/contract/withdrawals'
import { describe, expect, test } from 'vitest'
import { describeFacts, type Facts } from './facts.ts'

const baht = (amount: bigint) => ({ amount, currency: 'BAHT' as const })
const at = new Date('2026-11-21T05:30:00Z')
const nothing: Facts = {
  wallet: baht(0n),
  games: baht(0n),
  withdrawable: { now: baht(0n), notYet: baht(0n) },
  withdrawal: null,
  slips: [],
  held: [],
  giftlinks: [],
  qrcode: null,
  transfers: [],
  bonus: null,
  lastDeposit: null,
}
const everything: Facts = {
  wallet: baht(123_456_789n),
  games: baht(5_555n),
  withdrawable: { now: baht(70_001n), notYet: baht(30_002n) },
  withdrawal: {
    money: baht(50_000n),
    at,
    stage: 'SENT',
    reason: 'ASKING_BANK',
    bankCode: 'KBANK',
    account: '••••••7890',
    notBefore: new Date('2026-11-22T05:30:00Z'),
  },
  slips: [{ reference: '7Q2M4XK9TB3C', at }],
  held: [{ money: baht(10_001n), at, why: 'CHECK' }],
  giftlinks: [{ at }],
  qrcode: { money: baht(100_00n), until: at },
  transfers: [{ money: baht(7_000n), at, from: 'pg', to: 'wallet' }],
  bonus: { code: 'WELCOME', reached: baht(1_000n), target: baht(500_000n), isEnding: false },
  lastDeposit: { money: baht(20_000n), at },
}

describe('"where is my money?" in words', () => {
  test.each(languages)('names each open thing with its amount and Bangkok time: %s', (language) => {
    const said = describeFacts(everything, language)
    for (const part of [
      '1,234,567.89',
      '500.00',
      '700.01',
      '300.02',
      'KBANK ••••••7890',
      '22/11/2026 12:30:00',
      '7Q2M4XK9TB3C',
    ])
      expect(said).toContain(part)
    for (const part of [
      '55.55',
      '100.01',
      '100.00',
      '70.00',
      'PG',
      'WELCOME',
      '10.00',
      '5,000.00',
      '200.00',
    ])
      expect(said).toContain(part)
    expect(said.split('\n')).toHaveLength(11)
    expect(said).not.toMatch(/undefined|\[object|\{/)
  })

  test.each(languages)('says so when nothing is open: %s', (language) => {
    expect(describeFacts(nothing, language).split('\n')).toHaveLength(2)
  })

  test('FMT-01 FMT-02 amounts in kip have two decimals, as on every screen', () => {
    const wallet = { amount: 1_500_000n, currency: 'LAK' as const }
    expect(describeFacts({ ...nothing, wallet }, 'la')).toContain('1,500,000.00\u00A0ກີບ')
  })

  test('every stage and reason has a text in every language', () => {
    for (const language of languages)
      for (const stage of withdrawalStages)
        for (const reason of withdrawalReasons) {
          const withdrawal = { ...everything.withdrawal!, stage, reason }
          expect(describeFacts({ ...nothing, withdrawal }, language)).not.toMatch(/undefined/)
        }
  })
})
