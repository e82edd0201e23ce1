import { describe, expect, test } from 'vitest'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { translateRefusal } from './refusal-text.ts'

const thai = await loadPublicText('th')
const { refusals: memberRefusals } = await loadMemberText('th')
const { refusals: visitorRefusals } = await loadVisitorText('th')
const refusals = { ...thai.refusals, ...visitorRefusals, ...memberRefusals }
const texts = { refusals, generic: thai.error.generic }

describe('translateRefusal', () => {
  test('ERR-01 uses the code first', () => {
    const body = { code: 'NO_GAME', message: 'OTP_EXPIRED' }
    expect(translateRefusal(texts, body)).toBe(refusals.NO_GAME)
  })

  test('ERR-01 ERR-18 uses the message where that is a code, also in a body that is no error', () => {
    expect(translateRefusal(texts, { message: 'REFUND_SUCCESS' })).toBe(refusals.REFUND_SUCCESS)
    expect(translateRefusal(texts, { code: 'NEW_CODE', message: 'QR_FAIL' })).toBe(refusals.QR_FAIL)
  })

  test('ERR-01 shows a message written for people', () => {
    expect(translateRefusal(texts, { message: ' ปิดปรับปรุงถึง 06:00 ' })).toBe('ปิดปรับปรุงถึง 06:00')
    expect(translateRefusal(texts, { code: 'NEW_CODE', message: 'Closed today.' })).toBe(
      'Closed today.',
    )
  })

  test.each([[null], [undefined], [{}], [{ message: '' }], [{ message: 7 }], [{ code: {} }]])(
    'ERR-17 shows the generic sentence for a body like %o',
    (body) => {
      expect(translateRefusal(texts, body)).toBe(thai.error.generic)
    },
  )

  test.each(['BRAND_NEW_CODE', 'E500', 'TIMEOUT', 'invalid-token', 'gone', 'constructor', 'OTP_'])(
    'ERR-18 never shows the bare code %s',
    (code) => {
      expect(translateRefusal(texts, { code, message: code })).toBe(thai.error.generic)
    },
  )

  test('ERR-18 a code of the member pack is not shown raw while only the public pack is there', () => {
    const early = { refusals: thai.refusals, generic: thai.error.generic }
    expect(translateRefusal(early, { code: 'NO_GAME', message: 'NO_GAME' })).toBe(early.generic)
  })

  test('ERR-18 a success is shown in the language as well', () => {
    expect(translateRefusal(texts, { message: 'BONUS_CLEAR' })).toBe(refusals.BONUS_CLEAR)
  })

  test('OP-C15 a limit is shown with its number', () => {
    const body = { code: 'WITHDRAW_MINIMUM', message: 'WITHDRAW_MINIMUM' }
    const limits = { WITHDRAW_MINIMUM: '100.00 บาท' }
    expect(translateRefusal(texts, body, limits)).toContain('100.00 บาท')
    expect(translateRefusal(texts, body)).toBe(refusals.WITHDRAW_MINIMUM(null))
  })
})
