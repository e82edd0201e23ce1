import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
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

/** Knows the addresses that are proxies of ours. */
export function proxyFinder(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const check = (given: string): boolean => {
    const address = plain(given)
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  // Asked several times for each request, mostly about the few addresses that proxies come from.
  const known = new Map<string, boolean>()
  return (given) => {
    const before = known.get(given)
    if (before !== undefined) return before
    if (known.size >= knownMax) known.clear()
    const isProxy = check(given)
    known.set(given, isProxy)
    return isProxy
  }
}

const knownMax = 1_000

/** What is needed of a request to know who really calls. */
type Came = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders }

/** Finds who really calls: the last address that a proxy of ours has not written down itself. */
export function addressReader(trustedProxies: readonly string[]): (came: Came) => string {
  const isTrusted = proxyFinder(trustedProxies)
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '')
    if (!isTrusted(address)) return address
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
