import { beforeEach, expect, test } from 'vitest'
import { forgetKey, keyFor } from './keys.ts'
import { emptyStorage } from '../../testing/storage.ts'

beforeEach(() => emptyStorage('sessionStorage'))

test('DESK-63 the same act keeps its key while no answer has come, also for a page that was loaded again', () => {
  const first = keyFor('decide deposit/1/match', { memberId: 'a' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keyFor('decide deposit/1/match', { memberId: 'a' })).toBe(first)
})

test('DESK-63 other words, another item and what comes after an answer are acts of their own', () => {
  const first = keyFor('decide deposit/1/match', { memberId: 'a' })
  expect(keyFor('decide deposit/2/match', { memberId: 'a' })).not.toBe(first)
  const other = keyFor('decide deposit/1/match', { memberId: 'b' })
  expect(other).not.toBe(first)
  forgetKey('decide deposit/1/match')
  expect(keyFor('decide deposit/1/match', { memberId: 'b' })).not.toBe(other)
})

test('a storage that holds something else is no reason to stop', () => {
  sessionStorage.setItem('key:decide', '{')
  expect(keyFor('decide', {})).toMatch(/^[0-9a-f]{32}$/)
})
