import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test('a session is called what a person calls it, and an unknown one what it calls itself', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605.1 Version/17.0 Safari/604.1'
  expect(deviceName(edge)).toBe('Edge · Windows')
  expect(deviceName(phone)).toBe('Safari · iOS')
  expect(deviceName('curl/8.0')).toBe('curl/8.0')
})
