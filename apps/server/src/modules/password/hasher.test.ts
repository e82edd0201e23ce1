import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createHasher, createTurns } from './hasher.ts'

test('S10 a hash is argon2id with 19 MiB, two passes and one lane, and a cheaper one is outdated', async () => {
  const hasher = createHasher()
  const made = await hasher.hash('seven green mangoes')
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(hasher.isOutdated(made)).toBe(false)
  expect(await hasher.verify(made, 'seven green mangoes')).toBe(true)
  expect(await hasher.verify(made, 'seven green mangoes ')).toBe(false)
  expect(await hasher.verify(null, 'seven green mangoes')).toBe(false)
  const cheap = await hash('seven green mangoes', { memoryCost: 8_192, timeCost: 2 })
  expect(hasher.isOutdated(cheap)).toBe(true)
})

test('S10 four are at work, eight wait, and the next is told so at once', async () => {
  const inTurn = createTurns()
  const gates: (() => void)[] = []
  let atWork = 0
  let mostAtWork = 0
  const work = async () => {
    atWork += 1
    mostAtWork = Math.max(mostAtWork, atWork)
    await new Promise<void>((resolve) => gates.push(resolve))
    atWork -= 1
  }
  const taken = Array.from({ length: 12 }, () => inTurn(work))
  await expect(inTurn(work)).rejects.toMatchObject({ code: 'SERVICE_BUSY' })
  for (let done = 0; done < 12; done += 1) {
    expect(atWork).toBe(Math.min(4, 12 - done))
    gates.shift()!()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(taken)
  expect(mostAtWork).toBe(4)
})
