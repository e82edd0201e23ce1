import { describe, expect, test } from 'vitest'
import { checkAmount } from './check.ts'

const limits = { withdrawMin: 100, withdrawMax: 50_000, available: 60_000 }

describe('before anything is sent', () => {
  test.each([
    ['nothing typed', ' ', 'minimum'],
    ['WD-04 a satang below the least', '99.99', 'minimum'],
    ['WD-04 the least itself', '100', 100],
    ['between both', '1,250.50', 1250.5],
    ['WD-05 the most itself', '50000.00', 50_000],
    ['WD-05 a satang above the most', '50000.01', 'maximum'],
    ['three decimals', '100.001', 'form'],
    ['what can be withdrawn', '60000', 'maximum'],
    ['less than nothing', '-500', 'form'],
    ['no figure', 'all', 'form'],
  ])('%s', (_, typed, checked) => {
    expect(checkAmount(typed, limits, 'BAHT')).toBe(checked)
  })

  test('kip are whole', () => {
    expect(checkAmount('20000.50', limits, 'LAK')).toBe('form')
    expect(checkAmount('20000', limits, 'LAK')).toBe(20_000)
  })

  test('SAY-03 what can be withdrawn is the end, to the satang', () => {
    const few = { ...limits, available: 300.25 }
    expect(checkAmount('300.25', few, 'BAHT')).toBe(300.25)
    expect(checkAmount('300.26', few, 'BAHT')).toBe('short')
  })
})
