import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { movableClock } from '#testing/worlds/test-app.ts'
import { createHasher } from './hasher.ts'

test('S10 a hash is argon2id with 19 MiB, two passes and one lane, and a cheaper one is outdated', async () => {
  const hasher = createHasher(movableClock())
  const who = { known: 'M1' }
  const made = await hasher.hash('seven green mangoes', who)
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(hasher.isOutdated(made)).toBe(false)
  expect(await hasher.verify(made, 'seven green mangoes', who)).toBe(true)
  expect(await hasher.verify(made, 'seven green mangoes ', who)).toBe(false)
  expect(await hasher.verify(null, 'seven green mangoes', who)).toBe(false)
  const cheap = await hash('seven green mangoes', { memoryCost: 8_192, timeCost: 2 })
  expect(hasher.isOutdated(cheap)).toBe(true)
})
