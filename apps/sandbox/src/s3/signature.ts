import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Call } from '../call.ts'
import { minuteMs } from '../times.ts'

/** The only account of the sandbox. */
const account = { id: 'sandbox-access', secret: 'sandbox-secret-key' }

const skewMaxMs = 15 * minuteMs

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

type Refusal = { status: 403; code: string }

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Signature version 4, computed from the received request; null where it is valid. */
export function whyRefused(call: Call, now: Date): Refusal | null {
  const [, id, day, region, signed, signature] = form.exec(headerOf(call, 'authorization')) ?? []
  if (!id || !day || !region || !signed || !signature) return refused('AccessDenied')
  if (id !== account.id) return refused('InvalidAccessKeyId')
  const at = headerOf(call, 'x-amz-date')
  const sentAt = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(now.getTime() - sentAt) <= skewMaxMs)) return refused('RequestTimeTooSkewed')
  const statedHash = headerOf(call, 'x-amz-content-sha256')
  if (statedHash !== sha256(call.raw)) return refused('XAmzContentSHA256Mismatch')
  const [path = '', query = ''] = call.url.split('?')
  const names = signed.split(';')
  const request = [
    call.method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${headerOf(call, name).trim().replace(/\s+/g, ' ')}`),
    '',
    signed,
    statedHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${account.secret}`,
  )
  const right = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n'))
  return at.startsWith(day) && timingSafeEqual(right, Buffer.from(signature, 'hex'))
    ? null
    : refused('SignatureDoesNotMatch')
}

function refused(code: string): Refusal {
  return { status: 403, code }
}

export function headerOf({ headers }: Call, name: string): string {
  const value = headers[name] ?? ''
  return Array.isArray(value) ? value.join(',') : value
}
