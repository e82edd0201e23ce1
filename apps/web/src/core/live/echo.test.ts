import { expect, test } from 'vitest'
import { createEchoFilter } from './echo.ts'

const row = (seq: number) =>
  ({ name: 'deposit', push: { seq, _id: 'row', status: 'SUCCESS' } }) as const
const wallet = (seq: number) => ({ name: 'wallet', push: { seq } }) as const

test('the wallet push that follows a row is an echo, every other one is news', () => {
  let now = 0
  const isEcho = createEchoFilter(() => now)
  expect(isEcho(wallet(5))).toBe(false)
  expect(isEcho(row(6))).toBe(false)
  now += 20
  expect(isEcho(wallet(6))).toBe(true)
  // A change between two rows has a number of its own.
  expect(isEcho(row(8))).toBe(false)
  expect(isEcho(wallet(7))).toBe(false)
  expect(isEcho(wallet(9))).toBe(false)
})

test('a later push is news even if no money moved', () => {
  let now = 0
  const isEcho = createEchoFilter(() => now)
  isEcho(row(6))
  now += 150
  expect(isEcho(wallet(6))).toBe(false)
})
