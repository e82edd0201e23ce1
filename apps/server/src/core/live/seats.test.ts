import { expect, test } from 'vitest'
import { countSeats } from './seats.ts'

test('S24 a network has as many seats as its limit: one that leaves frees one, and not those of the others', () => {
  const seats = countSeats({ process: 100, network: 3, member: 10 })
  for (let n = 0; n < 3; n += 1) {
    expect(seats.isFree('a')).toBe(true)
    expect(seats.take('a')).toBe(true)
  }
  expect([seats.isFree('a'), seats.isFree('b')]).toEqual([false, true])
  expect(seats.take('a')).toBe(false)
  seats.leave('a')
  seats.leave('a')
  expect([seats.take('a'), seats.take('a')]).toEqual([true, false])
})

test('S24 the seats of all networks together are those of the process', () => {
  const seats = countSeats({ process: 2, network: 2, member: 10 })
  expect([seats.take('a'), seats.take('b'), seats.isFree('c'), seats.take('c')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  for (const network of ['a', 'b', 'c']) seats.leave(network)
  expect(seats.isFree('c')).toBe(true)
})
