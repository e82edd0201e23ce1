import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { blockListOf, familyOf } from '../limits/addresses/address-lists.ts'

/** Where sockets are opened; the default path of the client library. */
export const socketPath = '/socket.io/'

/** The only requests that may become a socket: everything else stays HTTP, whatever upgrade it asks for. */
export function asksForSocket(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
  const [path = '', query = ''] = url.split('?')
  // A transport upgrade from polling carries a sid; our page never starts with polling.
  return path === socketPath && !new URLSearchParams(query).has('sid')
}

/**
 * S24: a foreign page may not connect from a member's browser. Without a list only pages of our own host may; other
 * programs than browsers send no origin, and authenticate by the token like all clients.
 */
export function isAllowedOrigin({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (allowed.length > 0) return allowed.includes(origin)
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

/** Recognizes the addresses of trusted proxies. */
export function proxyFinder(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = blockListOf(trustedProxies)
  const check = (given: string): boolean => {
    const address = plain(given)
    return isIP(address) !== 0 && trusted.check(address, familyOf(address))
  }
  // Called several times per request, mostly for the few addresses of the proxies.
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

/** The parts of a request that identify the real caller. */
type Came = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders }

/** Finds the real caller: the last address that was not added by a trusted proxy for another. */
export function addressReader(trustedProxies: readonly string[]): (came: Came) => string {
  const isTrusted = proxyFinder(trustedProxies)
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '')
    if (!isTrusted(address)) return address
    const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
    while (isTrusted(address)) {
      const before = plain(forwarded.pop() ?? '')
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}

function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}
