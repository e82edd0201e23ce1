import { expect, test } from 'vitest'
import { parseChatAddress } from './chat-address.ts'
import { chatSocketOptions } from './chat-options.ts'

const ours = 'https://kapao.example'
const page = (address: unknown) => JSON.stringify({ settings: { 'chat.address': address } })

test.each([
  ['/', ours],
  ['https://chat.example/path', 'https://chat.example'],
  ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
  [null, null],
  ['', null],
  ['javascript:alert(1)', null],
  ['wss://chat.example', null],
])('BUILD-05 CHAT-39 the page says %j: the chat is at %j', (address, expected) => {
  expect(parseChatAddress(page(address), { VITE_CHAT_ADDRESS: 'https://b.example' }, ours)).toBe(
    expected,
  )
})

test('BUILD-05 where no server has written settings the build decides, and empty means none', () => {
  expect(parseChatAddress('{}', { VITE_CHAT_ADDRESS: 'https://b.example' }, ours)).toBe(
    'https://b.example',
  )
  expect(parseChatAddress('not json', { VITE_CHAT_ADDRESS: '' }, ours)).toBeNull()
  expect(parseChatAddress('{}', {}, ours)).toBeNull()
})

test('CHAT-40 by socket only, at once, again after half a second, forever', () => {
  expect(chatSocketOptions).toEqual({
    transports: ['websocket'],
    autoConnect: true,
    reconnection: true,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 500,
    reconnectionDelayMax: 500,
  })
})
