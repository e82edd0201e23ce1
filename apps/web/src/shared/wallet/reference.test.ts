import { expect, test } from 'vitest'
import { formatReference } from './reference.ts'

test('REACH-22 the reference of an id is short enough to read out', () => {
  expect(formatReference('0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f')).toBe('77E1-9B44-0C2F')
  expect(formatReference('K7Q2MV9TXB41')).toBe('K7Q2-MV9T-XB41')
  expect(formatReference('')).toBe('')
})
