import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { dayMs } from '@kapao/contract/times'

/** A family shares a phone; more members than this on one device are not a family. */
export const idsMax = 4
const idLength = 22

const cookieName = 'kapao_device'
export const markLifetimeMs = 365 * dayMs

/** A sibling host can add a cookie of the same name, so several may arrive; only this many are read. */
const cookiesMax = 3
const markForm = new RegExp(`^(?:[A-Za-z0-9_-]{${idLength}}\\.){1,${idsMax}}[A-Za-z0-9_-]{43}$`)

export function idOfSecret(secret: string): string {
  return secret.slice(0, idLength)
}

/** The ids and our signature over all of them, as the device stores it. */
export function signMark(ids: readonly string[], key: KeyObject): string {
  return [...ids, signatureOf(ids, key)].join('.')
}

/** The ids of a mark that one of the keys has signed; null for anything else. */
export function readMark(mark: string, keys: readonly KeyObject[]): string[] | null {
  const ids = mark.split('.')
  const given = Buffer.from(ids.pop() ?? '')
  const isOurs = keys.some((key) => {
    const wanted = Buffer.from(signatureOf(ids, key))
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
  return isOurs ? ids : null
}

function signatureOf(ids: readonly string[], key: KeyObject): string {
  return createHmac('sha256', key)
    .update(`device:${ids.join('.')}`)
    .digest('base64url')
}

/** The possible marks among the cookies of a request. */
export function marksIn(cookies: string | undefined): string[] {
  if (cookies === undefined || !cookies.includes(cookieName)) return []
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${cookieName}=`))
    .slice(0, cookiesMax)
    .map((cookie) => cookie.slice(cookieName.length + 1))
    .filter((mark) => markForm.test(mark))
}

/** Sent only to calls of our own page: no script reads it, and no cross-site request carries it. */
export function cookieOf(mark: string, { isSecure }: { isSecure: boolean }): string {
  const parts = [
    `${cookieName}=${mark}`,
    'Path=/api',
    `Max-Age=${markLifetimeMs / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ]
  return parts.join('; ')
}
