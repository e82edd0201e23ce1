import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Any page can point its own name at 127.0.0.1 and then reach the sandbox as same-origin (DNS rebinding); it cannot
 * change the Host header that the browser sends.
 */
export function hostIsLoopback(request: FastifyRequest): boolean {
  return loopbackNames.has(hostName(request))
}

/**
 * For the panel, which a phone on the same network may open by address: any IP address, but no name except localhost.
 */
export function hostIsAddress(request: FastifyRequest): boolean {
  const name = hostName(request)
  return name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** True for requests made by another site's page; programs and the sandbox's own page pass. */
export function isFromOutsidePage(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return true
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * A form post must prove that the panel sent it; missing headers are not enough, since a browser can be made to post.
 */
export function isOwnForm(request: FastifyRequest): boolean {
  if (isFromOutsidePage(request)) return false
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] === 'same-origin'
}

function hostName(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
}
