import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isPlain, isWebAddress } from './secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where the heads of the seals are kept beside the database, and the key that they are signed with. */
export type SealsOutside = {
  places: ({ kind: 'file'; path: string } | { kind: 'webhook'; url: string })[]
  /** A private key signs and compares; a public one only compares. */
  key: KeyObject
}

/** SEALS_OUTSIDE names places, apart by blanks; SEALS_KEY_FILE holds an ed25519 key as PEM. */
export function sealsOutsideOf(env: Environment, problems: string[]): SealsOutside | null {
  const { SEALS_OUTSIDE: listed, SEALS_KEY_FILE: keyFile } = env
  if (!listed && !keyFile) return null
  if (!listed || !keyFile) {
    problems.push('SEALS_OUTSIDE and SEALS_KEY_FILE belong together: set both or none')
    return null
  }
  const places = listed.split(/\s+/).filter(Boolean).map(placeOf)
  const key = readKey(keyFile)
  if (!places.every((place) => place !== null) || places.length === 0)
    problems.push('SEALS_OUTSIDE must be files such as file:/var/log/kapao/heads, or web addresses')
  if (!key) problems.push('SEALS_KEY_FILE must be a file with an ed25519 key as PEM')
  return key ? { places: places.filter((place) => place !== null), key } : null
}

function placeOf(text: string): SealsOutside['places'][number] | null {
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length)
    return isAbsolute(path) ? { kind: 'file', path } : null
  }
  return isWebAddress(text) ? { kind: 'webhook', url: text } : null
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

/** S53: heads on a plain line could be kept from arriving, or answered for, by anybody on the way. */
export function unsafeSeals(seals: SealsOutside | null): string[] {
  const isUnsafe = seals?.places.some((place) => place.kind === 'webhook' && isPlain(place.url))
  return isUnsafe ? ['SEALS_OUTSIDE names an address that is not https'] : []
}
