import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A page from anywhere can point its own name at 127.0.0.1 and then talk to us as to itself (DNS rebinding);
 * what it cannot do is change the Host that the browser sends.
 */
export function hostIsLoopback(request: FastifyRequest): boolean {
  return loopbackNames.has(hostName(request))
}

/** For the panel, which a phone in the same network may open by address: any number, but no name except ours. */
export function hostIsAddress(request: FastifyRequest): boolean {
  const name = hostName(request)
  return name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** True for requests that another site's page makes; programs and our own page are not meant. */
export function isFromOutsidePage(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return true
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** A form post must show that our own page sent it; silence is not enough where a browser can be made to post. */
export function isOwnForm(request: FastifyRequest): boolean {
  if (isFromOutsidePage(request)) return false
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] === 'same-origin'
}

function hostName(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
}
