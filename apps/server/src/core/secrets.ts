export type Environment = Readonly<Record<string, string | undefined>>

/** The sandbox's keys. They are public, since the sandbox protects nothing of value. */
export const sandboxKeys = {
  credentials: Buffer.alloc(32, 0x5a),
  giftLinks: Buffer.alloc(32, 0x3c),
} as const

export const secretLengthMin = 16
const knownToAll = /^sandbox-|^(?:secret|changeme|password|default)/i
const keyForm = /^[0-9a-f]{64}$/i

/** S53: for secrets that a company issues and whose length it decides. */
export function isDefaultSecret(secret: string): boolean {
  return knownToAll.test(secret)
}

/** S53: for secrets that sign something. */
export function isWeak(secret: string): boolean {
  return secret.length < secretLengthMin || isDefaultSecret(secret)
}

/** S53: a key that repeats one byte, as the sandbox's keys do, is not random. */
export function isDefaultKey(key: Buffer | null): boolean {
  return key !== null && key.every((byte) => byte === key[0])
}

/** S53: an address without encryption. */
export function isPlainHttp(address: string): boolean {
  return URL.parse(address)?.protocol !== 'https:'
}

export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}

/** Why a file of secrets cannot be read, such as EACCES, without a word of what is in it. */
export function whyUnread(error: unknown): string {
  const { code, name } = error as { code?: unknown; name: string }
  return typeof code === 'string' ? code : name
}

/** Reads 32 bytes; null when the variable is not set or invalid. */
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
