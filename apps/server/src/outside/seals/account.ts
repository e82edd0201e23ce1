import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { bucketAddressOf } from '#core/buckets/address.ts'
import { isPlainHttp, isWebAddress, type Environment } from '#core/secrets.ts'
import type { SealPlace } from './places.ts'

/** Where the heads of the seals are kept outside the database, and the key that signs them. */
export type SealsOutside = {
  places: SealPlace[]
  /** A private key signs and verifies; a public one only verifies. */
  key: KeyObject
}

/** SEALS_OUTSIDE lists places separated by blanks; SEALS_KEY_FILE holds an ed25519 key as PEM. */
export function sealsOutsideOf(env: Environment, problems: string[]): SealsOutside | null {
  const { SEALS_OUTSIDE: listed, SEALS_KEY_FILE: keyFile } = env
  if (!listed && !keyFile) return null
  if (!listed || !keyFile) {
    problems.push('SEALS_OUTSIDE and SEALS_KEY_FILE belong together: set both or none')
    return null
  }
  const places = listed
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => placeOf(text, env))
  const key = readKey(keyFile)
  if (!places.every((place) => place !== null) || places.length === 0)
    problems.push(
      'SEALS_OUTSIDE must be files such as file:/var/log/kapao/heads, web addresses, or buckets such as s3://bucket/heads with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  if (!key) problems.push('SEALS_KEY_FILE must be a file with an ed25519 key as PEM')
  return key ? { places: places.filter((place) => place !== null), key } : null
}

function placeOf(text: string, env: Environment): SealPlace | null {
  if (text.startsWith('s3://')) return bucketOf(text, env)
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length)
    return isAbsolute(path) ? { kind: 'file', path } : null
  }
  return isWebAddress(text) ? { kind: 'webhook', url: text } : null
}

/** AWS_ENDPOINT_URL_S3 names an S3 service other than Amazon. */
function bucketOf(text: string, env: Environment): SealPlace | null {
  const address = bucketAddressOf(text, {
    endpoint: env['AWS_ENDPOINT_URL_S3'],
    region: env['AWS_REGION'],
    accessKeyId: env['AWS_ACCESS_KEY_ID'],
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'],
  })
  return address && { kind: 'bucket', ...address }
}

function readKey(file: string): KeyObject | null {
  try {
    const pem = readFileSync(file, 'utf8')
    const key = pem.includes('PRIVATE KEY') ? createPrivateKey(pem) : createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** S53: over plain http an attacker could suppress heads or forge the replies. */
export function unsafeSeals(seals: SealsOutside | null): string[] {
  const isUnsafe = seals?.places.some((place) => {
    if (place.kind === 'webhook') return isPlainHttp(place.url)
    return place.kind === 'bucket' && place.endpoint !== null && isPlainHttp(place.endpoint)
  })
  return isUnsafe ? ['SEALS_OUTSIDE names an address that is not https'] : []
}
