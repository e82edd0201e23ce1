import fc from 'fast-check'
import { generate, validate } from 'promptparse'
import { describe, expect, test } from 'vitest'
import { readSlipCode } from './mini-qr.ts'

const kbank = '0041000600000101030040220013071152533APM077365102TH91048134'

describe('the code of a slip', () => {
  test.each([
    [kbank, '004', '013071152533APM07736'],
    ['004000060000010103002021900021231231212000115102TH91049C30', '002', '0002123123121200011'],
    ['0041000600000101030040220015073144041ATF009995102TH91048693', '004', '015073144041ATF00999'],
  ])(
    'a bank’s own sample %s names its transfer, as the other reader says',
    (text, bank, reference) => {
      expect(readSlipCode(text)).toEqual({ bank, reference })
      expect(validate.slipVerify(text)).toEqual({ sendingBank: bank, transRef: reference })
    },
  )

  test('a code made by another library is read', () => {
    const digits = (length: number) =>
      fc.string({
        unit: fc.constantFrom(...'0 1 2 3 4 5 6 7 8 9'.split(' ')),
        minLength: length,
        maxLength: length,
      })
    const letters = fc.string({
      unit: fc.constantFrom(...'0 1 2 9 A B X Z a b x z'.split(' ')),
      minLength: 6,
      maxLength: 25,
    })
    fc.assert(
      fc.property(digits(3), letters, (sendingBank, transRef) => {
        const text = generate.slipVerify({ sendingBank, transRef })
        expect(readSlipCode(text)).toEqual({ bank: sendingBank, reference: transRef })
      }),
    )
  })

  test('a checksum that lost its leading zeros is accepted', () => {
    const found = Array.from({ length: 2_000 }, (_, n) =>
      generate.slipVerify({
        sendingBank: '014',
        transRef: `20260101${String(n).padStart(8, '0')}`,
      }),
    ).find((text) => text.slice(-4).startsWith('00'))!
    expect(readSlipCode(found.slice(0, -4) + found.slice(-2))).toEqual(readSlipCode(found))
    expect(readSlipCode(found)).toMatchObject({ bank: '014' })
  })

  test('a code with one letter changed, added or missing anywhere is damaged', () => {
    for (let at = 18; at < kbank.length - 4; at += 1) {
      const other = kbank[at] === '7' ? '8' : '7'
      expect(readSlipCode(kbank.slice(0, at) + other + kbank.slice(at + 1)), String(at)).toBe(
        'broken',
      )
    }
    expect(readSlipCode(`${kbank}0`)).toBe('broken')
    expect(readSlipCode(kbank.slice(0, -5))).toBe('broken')
  })

  test('a receipt of BCEL names its ticket', () => {
    const text = '00020101021133500004BCEL0108ONEPROOF02020103200261121633800aLc5135630418EB'
    expect(readSlipCode(text)).toEqual({ bank: 'BCEL', reference: '0261121633800aLc5135' })
    expect(readSlipCode(text.replace('633800', '633801'))).toBe('broken')
  })

  test.each([
    ['an address', 'https://example.com/?0006000001'],
    [
      'a code to be paid',
      '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.0063041123',
    ],
    ['a slip of a wallet', '00490002010102010203P2P0314500012345678900408050320269104fca1'],
    ['nothing', ''],
    ['signs that no bank prints', `${kbank}\u0000`],
    ['far too much', kbank.repeat(20)],
  ])('%s is of no transfer', (_name, text) => {
    expect(readSlipCode(text)).toBe('other')
  })

  test('no text makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        expect(readSlipCode(text)).toBeDefined()
        expect(readSlipCode(`0041000600000101${text}`)).toBeDefined()
      }),
    )
  })
})
