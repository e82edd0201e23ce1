import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTries, wordsOf } from './solve.ts'

const keyOf = (front: Buffer, counter: number): string => {
  const end = Buffer.alloc(4)
  end.writeUInt32BE(counter)
  return createHash('sha256').update(front).update(end).digest('hex')
}

test('RUN-13 the page finds the counter that another SHA-256 was asked for', () => {
  for (let round = 0; round < 20; round += 1) {
    const front = randomBytes(32)
    const counter = round * 97
    const prefix = keyOf(front, counter).slice(0, 32)
    const tries = openTries(wordsOf(front.toString('hex')), wordsOf(prefix))
    expect(tries(0, counter)).toBeNull()
    expect(tries(0, counter + 1)).toBe(counter)
  }
})

test('RUN-13 every bit of the key is computed as the standard has it', () => {
  const front = randomBytes(32)
  for (const counter of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
    const tries = openTries(wordsOf(front.toString('hex')), wordsOf(keyOf(front, counter)))
    expect(tries(counter, counter + 1)).toBe(counter)
  }
})
