import { expect, test } from 'vitest'
import { movableClock } from '#testing/worlds/test-app.ts'
import { createSessionCache } from './session-cache.ts'

test('OP-C07 while notices of ended sessions may be missed, a session is cached for two seconds only', async () => {
  const clock = movableClock()
  let isCurrent = true
  const cache = createSessionCache(clock, () => isCurrent)
  await cache.find('key', async () => ({ memberId: 'M1' }))
  clock.moveMs(59_999)
  expect(cache.peek('key')).toEqual({ memberId: 'M1' })
  isCurrent = false
  expect(cache.peek('key')).toBeNull()

  await cache.find('key', async () => ({ memberId: 'M1' }))
  clock.moveMs(1_999)
  expect(cache.peek('key')).toEqual({ memberId: 'M1' })
  clock.moveMs(1)
  expect(cache.peek('key')).toBeNull()
})
