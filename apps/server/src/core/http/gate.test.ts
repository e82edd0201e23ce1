import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressReader, asksForSocket, isAllowedOrigin } from './gate.ts'

const ask = (parts: object): IncomingMessage =>
  ({ method: 'GET', url: '/socket.io/?EIO=4', headers: {}, ...parts }) as IncomingMessage
const upgrade = { upgrade: 'WebSocket' }

describe('S24 S24 which requests may become a socket', () => {
  test.each([
    [true, { headers: upgrade }],
    [false, {}],
    [false, { headers: { upgrade: 'h2c' } }],
    [false, { method: 'POST', headers: upgrade }],
    [false, { url: '/api/login', headers: upgrade }],
    [false, { url: '/socket.io/x', headers: upgrade }],
    [false, { url: '/socket.io/?EIO=4&sid=abc', headers: upgrade }],
  ])('%s: %o', (expected, parts) => {
    expect(asksForSocket(ask(parts))).toBe(expected)
  })
})

describe('S24 S24 which origins are accepted', () => {
  const host = 'wallet.example:8080'
  test.each([
    [true, 'http://wallet.example:8080', []],
    [true, 'https://wallet.example:8080', []],
    [false, 'http://wallet.example', []],
    [false, 'http://wallet.example.evil:8080', []],
    [false, 'null', []],
    [true, 'https://a.example', ['https://a.example']],
    [false, 'http://a.example', ['https://a.example']],
    [false, 'http://wallet.example:8080', ['https://a.example']],
  ])('%s: %s with the list %j', (expected, origin, allowed) => {
    expect(isAllowedOrigin(ask({ headers: { origin, host } }), allowed)).toBe(expected)
  })
})

describe('the address of the caller', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1', [], '1.2.3.4'],
    ['1.2.3.4', '::ffff:10.0.0.1', ['10.0.0.0/8'], '9.9.9.9, 1.2.3.4'],
    ['9.9.9.9', '10.0.0.1', ['10.0.0.0/8'], '9.9.9.9, 10.0.0.7'],
    ['10.0.0.1', '10.0.0.1', ['10.0.0.0/8'], 'not an address'],
    ['10.0.0.1', '10.0.0.1', ['10.0.0.0/8'], undefined],
    ['2001:db8::5', '::1', ['::1'], '2001:db8::5'],
  ])('is %s: %s behind %j saying %s', (expected, remoteAddress, trusted, forwarded) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage
    expect(addressReader(trusted)(request)).toBe(expected)
  })
})
