import { expect, test } from 'vitest'
import { pictureAddress } from './slip-window.ts'

const base = 'https://kapao.example/user/statement'

test.each([
  ['/files/slips/1.jpg?until=2', 'https://kapao.example/files/slips/1.jpg?until=2'],
  ['https://bank.example/slip/9', 'https://bank.example/slip/9'],
])('%s leads to a picture', (text, address) => {
  expect(pictureAddress(text, base)).toBe(address)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://kapao.example/1', 'https://'])(
  '%s is not opened',
  (text) => {
    expect(pictureAddress(text, base)).toBeNull()
  },
)
