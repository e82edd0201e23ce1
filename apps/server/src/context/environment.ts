import { readFileSync } from 'node:fs'
import { isPrivateAddress, networksOf, originsOf } from '#core/limits/addresses/address-lists.ts'
import { isWebAddress, type Environment } from '#core/secrets.ts'

/** Reads settings of the environment by their kinds, and collects what is wrong with them. */
export function readerOf(env: Environment, problems: string[]) {
  const parse = <T>(name: string, rule: string, read: (text: string) => T | null): T | null => {
    const text = env[name]
    if (text === undefined || text === '') return null
    const value = read(text)
    // The value is not repeated: a secret may have been pasted into the wrong setting.
    if (value === null) problems.push(`${name} must be ${rule}`)
    return value
  }
  return {
    port: (name: string) =>
      parse(name, 'a port from 0 to 65535', (text) =>
        /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : null,
      ),
    whole: (name: string, [from, to]: readonly [number, number]) =>
      parse(name, `a number from ${from} to ${to}`, (text) =>
        /^\d{1,3}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : null,
      ),
    database: (name: string) =>
      parse(name, 'an address that begins with postgres:// or postgresql://', (text) =>
        /^postgres(ql)?:\/\//.test(text) ? text : null,
      ),
    privateAddress: (name: string) =>
      parse(name, 'an address that only our own machines reach, such as 10.0.0.7', (text) =>
        isPrivateAddress(text) ? text : null,
      ),
    flag: (name: string) =>
      parse(name, '1 or 0', (text) =>
        text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : null,
      ),
    oneOf: <const T extends string>(name: string, allowed: readonly T[]) =>
      parse(
        name,
        `one of ${allowed.join(', ')}`,
        (text) => allowed.find((a) => a === text) ?? null,
      ),
    factor: (name: string) =>
      parse(name, 'a number above 0', (text) => (Number(text) > 0 ? Number(text) : null)),
    url: (name: string) =>
      parse(name, 'an http or https address', (text) =>
        isWebAddress(text) ? text.replace(/\/+$/, '') : null,
      ),
    origins: (name: string) =>
      parse(name, 'origins such as https://wallet.example.com', originsOf) ?? [],
    redis: (name: string) =>
      parse(name, 'an address that begins with redis:// or rediss://', (text) =>
        /^rediss?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null,
      ),
    networks: (name: string) =>
      parse(
        name,
        'addresses or networks such as 10.0.0.0/8,::1; true and numbers would believe anybody',
        networksOf,
      ) ?? [],
    tls: () => tlsOf(env, problems),
  }
}

function tlsOf(env: Environment, problems: string[]): { key: string; cert: string } | null {
  const keyFile = env['TLS_KEY_FILE']
  const certFile = env['TLS_CERT_FILE']
  if (!keyFile && !certFile) return null
  if (!keyFile || !certFile) {
    problems.push('TLS_KEY_FILE and TLS_CERT_FILE belong together: set both or none')
    return null
  }
  try {
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  } catch (error) {
    problems.push(`TLS_KEY_FILE or TLS_CERT_FILE cannot be read: ${(error as Error).message}`)
    return null
  }
}
