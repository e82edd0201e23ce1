import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A passkey in a test's own memory, which can lie in every way that a device can. */
export type Authenticator = {
  id: string
  /** Answers what a page is asked to make. */
  create: (options: Options, lie?: Lie) => Record<string, unknown>
  /** Answers what a page is asked to sign. */
  get: (options: Options, lie?: Lie) => Record<string, unknown>
  /** How often it was used; null for devices that do not count. */
  counter: number | null
}

export type Options = Record<string, unknown>

export type Lie = {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  /** Its holder was not asked for a finger or number. */
  isUnverified?: boolean
  userHandle?: string
}

type RelyingParty = { origin: string; rpId: string }

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

export function openAuthenticator({ origin, rpId }: RelyingParty, counts = true): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle = ''

  const clientData = (type: string, options: Options, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? options['challenge'],
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (lie: Lie, attested: Buffer | null): Buffer => {
    const flag =
      flags.present | (lie.isUnverified ? 0 : flags.verified) | (attested ? flags.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(own.counter ?? 0)
    return Buffer.concat([
      sha256(Buffer.from(lie.rpId ?? rpId)),
      Buffer.from([flag]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }

  const own: Authenticator = {
    id: id.toString('base64url'),
    counter: counts ? 0 : null,
    create: (options, lie = {}) => {
      userHandle = (options['user'] as { id: string }).id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(lie, attested)],
        ]),
      )
      return answerOf(id, {
        clientDataJSON: clientData('webauthn.create', options, lie),
        attestationObject: attestation,
      })
    },
    get: (options, lie = {}) => {
      if (own.counter !== null) own.counter += 1
      const clientDataJSON = clientData('webauthn.get', options, lie)
      const authenticatorData = authData(lie, null)
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      const signature = sign('sha256', signed, privateKey)
      const handle = Buffer.from(lie.userHandle ?? userHandle, 'base64url')
      return answerOf(id, { clientDataJSON, authenticatorData, signature, userHandle: handle })
    },
  }
  return own
}

function answerOf(id: Buffer, parts: Record<string, Buffer>): Record<string, unknown> {
  const response = Object.entries(parts).map(([name, part]) => [name, part.toString('base64url')])
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(response),
  }
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** What of CBOR a passkey needs: short texts, bytes, small numbers and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return Buffer.from([
    (kind << 5) | (size < 256 ? 24 : 25),
    ...(size < 256 ? [] : [size >> 8]),
    size & 255,
  ])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
