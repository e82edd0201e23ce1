import { describe, expect, test } from 'vitest'
import * as parts from './limits-of-parts.ts'
import * as wheel from './limits-of-wheel.ts'
import * as limits from './limits.ts'

describe('constants', () => {
  test.each<[string, unknown, unknown]>([
    ['CONST-01 request timeout', limits.requestTimeoutMs, 60_000],
    ['CONST-02 upload timeout', limits.uploadTimeoutMs, 300_000],
    ['CONST-03 redirect after registration', limits.registrationRedirectDelayMs, 2000],
    ['CONST-04 error toast', limits.errorToastMs, 4000],
    ['OP-A17 success toast', limits.successToastMs, 4000],
    ['CONST-05 phone length', limits.phoneLength, 10],
    ['CONST-07 English-only banks', limits.englishOnlyBanks, ['KTB', 'TMB', 'BBL']],
    ['CONST-08 LANG-01 languages', limits.languages, ['th', 'la', 'en']],
    ['CONST-09 chat page', limits.chatPageSize, 10],
    ['CONST-10 chat text', limits.chatTextLengthMax, 2000],
    ['CONST-11 chat image', limits.chatImageSizeMaxMb, 10],
    ['CONST-11 chat video', limits.chatVideoSizeMaxMb, 20],
    ['CONST-12 socket check', limits.socketCheckMs, 5000],
    ['CONST-12 socket reconnect', limits.socketReconnectMs, 500],
    ['CONST-13 read report', limits.chatReadDelayMs, 1000],
    ['CONST-14 at the bottom', limits.chatBottomTolerancePx, 60],
    ['CONST-15 invite bubble', limits.chatBubbleDelayMs, 100],
    ['CONST-16 smallest transfer', limits.transferMin, 1],
    ['CONST-18 invite page', limits.invitePageSize, 10],
    ['CONST-18 refund page', limits.refundPageSize, 10],
    ['CONST-19 statement page', limits.statementPageSize, 10],
    ['CONST-19 slip page', limits.slipPageSize, 10],
    ['CONST-20 coupon page', limits.couponPageSize, 3],
    ['CONST-21 loading delay', limits.loadingDelayMs, 200],
    ['CONST-22 agreement delay', limits.agreementDelayMs, 1500],
    ['CONST-23 QR tick', limits.qrTickMs, 1000],
    ['CONST-24 claim debounce', wheel.claimDebounceMs, 500],
    ['CONST-25 version', limits.appVersion, '1.1.14'],
    ['CONST-27 smallest gift link', limits.giftLinkMin, 2],
    ['CONST-28 wheel size', wheel.wheelSizeMaxPx, 350],
    ['CONST-28 wheel share of the window', wheel.wheelWidthShare, 0.85],
    ['CONST-28 wheel resize', wheel.wheelResizeDelayMs, 500],
    ['CONST-28 wheel friction', wheel.wheelFriction, 0.991],
    ['CONST-28 wheel pause', wheel.wheelPauseMs, 2000],
    ['CONST-28 wheel darkening', wheel.wheelDarkenShare, 0.25],
    ['CONST-29 slip within', limits.slipUploadWithinMinutes, 60],
    ['CONST-29 credited within', limits.creditedWithinMinutes, 1],
    ['CONST-30 copy after a name edit', limits.nameEditCopyDelayMs, 1000],
    ['DEP-06 bank types', limits.depositBankTypes, ['PAYMENT', 'bank']],
    ['DEP-07 modes', limits.depositModes, ['AUTO', 'SMS', 'manual']],
    ['SLIP-03 pager before', limits.slipPagesBefore, 3],
    ['SLIP-03 pager after', limits.slipPagesAfter, 1],
  ])('%s', (_title, value, expected) => {
    expect(value).toEqual(expected)
  })

  test('CONST-06 the Laos variant offers LAK first, the other only baht', () => {
    expect(limits.currenciesOffered('laos')).toEqual(['LAK', 'BAHT'])
    expect(limits.currenciesOffered('thai')).toEqual(['BAHT'])
  })

  test('CONST-08 LANG-02 VAR-03 the Laos variant starts in Lao, the other in Thai', () => {
    expect(limits.defaultLanguage('laos')).toBe('la')
    expect(limits.defaultLanguage('thai')).toBe('th')
  })

  test('CONST-26 QR presets', () => {
    expect(parts.qrPresets).toEqual({
      KBANK: [10, 20, 50, 100, 500, 1000],
      WW: [100, 200, 300, 500, 1000],
      PAYONEX: [100, 200, 300, 500, 1000],
      PAYTIMZ: [10, 50, 100, 500, 1000],
      ZPAY: [10, 50, 100, 500, 1000],
    })
  })

  test('CONST-26 QR minimums, and no preset is below its own', () => {
    expect(parts.qrMinimums).toEqual({ KBANK: 1, WW: 100, PAYONEX: 100, PAYTIMZ: 10, ZPAY: 10 })
    for (const provider of limits.qrProviders) {
      expect(Math.min(...parts.qrPresets[provider])).toBeGreaterThanOrEqual(
        parts.qrMinimums[provider],
      )
    }
  })

  test('DEP-05 deposit bank codes', () => {
    const codes = 'SCB KBANK GSB BCEL KTB TMB BBL WW PAYTIMZ PAYONEX ZPAY'
    expect(limits.depositBankCodes).toEqual(codes.split(' '))
  })

  test('GAME-17 auto-login providers', () => {
    const providers = 'pg betflix askmebet imi usun areaslot circus slotracha pgslot joker2 huayhd'
    expect(parts.autoLoginProviders).toEqual(providers.split(' '))
  })
})

describe('rules that the page checks first', () => {
  test('REG-03 REG-04 VAR-01 a phone has ten characters, in the Laos variant any number', () => {
    expect(limits.phoneLengthIsRight('0812345678', 'thai')).toBe(true)
    expect(limits.phoneLengthIsRight('081234567', 'thai')).toBe(false)
    expect(limits.phoneLengthIsRight('08123456789', 'thai')).toBe(false)
    expect(limits.phoneLengthIsRight('20123', 'laos')).toBe(true)
  })

  test('REG-32 REG-33 three banks need a name in Latin letters', () => {
    expect(['KTB', 'TMB', 'BBL', 'KBANK', 'ktb'].map(limits.needsEnglishName)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(limits.isEnglishName('SOMCHAI JAIDEE')).toBe(true)
    const others = ['สมชาย ใจดี', 'SOMCHAI1', "O'NEIL", '', '  ', 'ÉMILE']
    expect(others.filter(limits.isEnglishName)).toEqual([])
  })

  test('SPIN-18 the wheel is 350 px, or 85 percent of a narrower window', () => {
    expect(wheel.wheelSizePx(1280)).toBe(350)
    expect(wheel.wheelSizePx(320)).toBe(272)
  })

  test('SPIN-20 three to four turns take 1.2 to 2 seconds', () => {
    const { wheelTurnsMin, wheelTurnsMax, wheelDurationScale } = wheel
    expect(wheel.wheelSecondsPerTurnMin * wheelTurnsMin * wheelDurationScale).toBeCloseTo(1.2)
    expect(wheel.wheelSecondsPerTurnMax * wheelTurnsMax * wheelDurationScale).toBeCloseTo(2)
  })

  test('a key is too long to be guessed and plain enough for a header', () => {
    const fits = (key: string) => limits.idempotencyKeyForm.test(key)
    expect(fits('0190b3a4-7c1e-7000-8000-000000000001')).toBe(true)
    expect([fits('short'), fits('a'.repeat(65)), fits('a b'.repeat(6))]).toEqual([
      false,
      false,
      false,
    ])
  })
})
