type Environment = Readonly<Record<string, string | undefined>>

/** Of the play world, where nothing is worth a secret; everybody can read them here. */
export const sandboxKeys = {
  credentials: Buffer.alloc(32, 0x5a),
  giftLinks: Buffer.alloc(32, 0x3c),
} as const

export const secretLengthMin = 16
const knownToAll = /^sandbox-|^(?:secret|changeme|password|default)/i
const keyForm = /^[0-9a-f]{64}$/i

/** S53: for secrets that a company hands out, whose length is its own affair. */
export function isKnownToAll(secret: string): boolean {
  return knownToAll.test(secret)
}

/** S53: for secrets under which something is signed. */
export function isWeak(secret: string): boolean {
  return secret.length < secretLengthMin || isKnownToAll(secret)
}

/** S53: the play world's keys, and any other that is one byte over and over, were made by no chance. */
export function isMadeUp(key: Buffer | null): boolean {
  return key !== null && key.every((byte) => byte === key[0])
}

/** S53: an address that anybody on the way could listen on. */
export function isPlain(address: string): boolean {
  return URL.parse(address)?.protocol !== 'https:'
}

export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}

/** Reads 32 bytes; null where there are none. */
export function keyOf(env: Environment, name: string, problems: string[]): Buffer | null {
  const hex = env[name]
  if (!hex) return null
  if (keyForm.test(hex)) return Buffer.from(hex, 'hex')
  problems.push(`${name} must be 64 hexadecimal digits, such as \`openssl rand -hex 32\``)
  return null
}

const defaultPasswords = ['postgres', 'password', 'kapao', 'secret', 'changeme']

/** S53: of an address with a login in it. */
export function hasDefaultPassword(url: string | null): boolean {
  const password = url === null ? undefined : URL.parse(url)?.password
  return password ? defaultPasswords.includes(decodeURIComponent(password).toLowerCase()) : false
}
