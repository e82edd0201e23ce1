import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export type Certificate = { key: string; cert: string }

const tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const

// Object identifiers in certificates (RFC 5280, RFC 5758).
const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const commonName = '2.5.4.3'
const subjectKeyId = '2.5.29.14'
const keyUsage = '2.5.29.15'
const subjectAltName = '2.5.29.17'
const basicConstraints = '2.5.29.19'
const extendedKeyUsage = '2.5.29.37'
const serverAuth = '1.3.6.1.5.5.7.3.1'

/** Creates a self-signed certificate for the given host names and IPv4 addresses. */
export function createCertificate(
  names: readonly string[],
  { from, until }: { from: Date; until: Date },
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = der(tag.sequence, objectId(ecdsaWithSha256))
  const name = der(
    tag.sequence,
    der(tag.set, der(tag.sequence, objectId(commonName), der(tag.utf8, Buffer.from('Kapao')))),
  )
  const body = der(
    tag.sequence,
    context(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    name,
    der(tag.sequence, utcTime(from), utcTime(until)),
    name,
    spki,
    context(3, der(tag.sequence, ...extensions(names, spki))),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = der(tag.sequence, body, algorithm, bitString(signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(whole),
  }
}

function extensions(names: readonly string[], spki: Buffer): Buffer[] {
  const keyId = createHash('sha1').update(spki).digest()
  const digitalSignature = Buffer.from([0x03, 0x02, 0x07, 0x80])
  return [
    extension(basicConstraints, der(tag.sequence), { critical: true }),
    extension(keyUsage, digitalSignature, { critical: true }),
    extension(extendedKeyUsage, der(tag.sequence, objectId(serverAuth))),
    extension(subjectKeyId, der(tag.octetString, keyId)),
    extension(subjectAltName, der(tag.sequence, ...names.map(alternativeName))),
  ]
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  const mark = critical ? [der(tag.boolean, Buffer.from([0xff]))] : []
  return der(tag.sequence, objectId(id), ...mark, der(tag.octetString, value))
}

/** [2] is a host name, [7] an address; both contain their bytes without an inner tag. */
function alternativeName(name: string): Buffer {
  if (isIPv4(name)) return der(0x87, Buffer.from(name.split('.').map(Number)))
  return der(0x82, Buffer.from(name, 'ascii'))
}

function der(tagByte: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tagByte, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}

function context(number: number, content: Buffer): Buffer {
  return der(0xa0 | number, content)
}

/** Integers here are positive: a leading one bit would make one negative, a superfluous leading zero is not allowed. */
function integer(bytes: Buffer): Buffer {
  const first = bytes[0] ?? 0
  if (bytes.length > 1)
    return der(tag.integer, Buffer.from([(first & 0x7f) | 0x40]), bytes.subarray(1))
  return der(tag.integer, bytes)
}

function bitString(bytes: Buffer): Buffer {
  const unusedBits = Buffer.from([0])
  return der(tag.bitString, unusedBits, bytes)
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(tag.objectId, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Seven bits a byte; all but the last carry the high bit. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)
  return der(tag.utcTime, Buffer.from(`${digits}Z`))
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
