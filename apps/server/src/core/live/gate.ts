import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Where sockets are opened; the client library's own place. */
export const socketPath = '/socket.io/'

/** The only requests that may become a socket: everything else stays HTTP, whatever it asks to be upgraded to. */
export function asksForSocket(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
  const [path = '', query = ''] = url.split('?')
  // One that begins as polling and changes over would bring an id; ours never begins so.
  return path === socketPath && !new URLSearchParams(query).has('sid')
}

/**
 * S24: a page of somebody else may not talk to us from a member's browser. Without a list only pages of our own host may;
 * programs that are no browser send no origin, and prove themselves by the token like everybody.
 */
export function mayComeFrom({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (allowed.length > 0) return allowed.includes(origin)
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

/** Finds who really calls: the last address that a proxy of ours has not written down itself. */
export function addressReader(trustedProxies: readonly string[]): (r: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '')
    const told = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
    while (isTrusted(address)) {
      const before = plain(told.pop() ?? '')
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}

function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}
