import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Environment } from '#core/secrets.ts'
import { ConfigInvalid, readConfig } from './config.ts'

const databaseUrl = 'postgres://kapao:a-good-one@db/kapao'

function problemsOf(env: Environment): string {
  try {
    readConfig({ DATABASE_URL: databaseUrl, ...env })
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message
    throw error
  }
  return ''
}

describe('the settings of the process', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kapao-config-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('everything but the database has a default', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      variant: 'thai',
      production: false,
      sandboxUrl: null,
      sandboxPublicUrl: null,
      metricsPort: null,
      trustedProxies: [],
    })
  })

  test('the database of a running copy is found by its data folder', () => {
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(/DATABASE_URL is missing.*npm start/s)
    writeFileSync(join(folder, 'run.json'), '{"databaseUrl":"postgres:')
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(ConfigInvalid)
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ databaseUrl }))
    expect(readConfig({ DATA_DIR: folder }).databaseUrl).toBe(databaseUrl)
  })

  test('all problems are reported at once, without repeating the values', () => {
    const message = problemsOf({ PORT: 'my-password', VARIANT: 'french', SANDBOX_URL: 'ftp://x' })
    expect(message).toMatch(/PORT must be a port/)
    expect(message).toMatch(/VARIANT must be one of thai, laos/)
    expect(message).toMatch(/SANDBOX_URL must be an http/)
    expect(message).not.toContain('my-password')
  })

  test.each([
    'true',
    '1',
    '2',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0/8',
    'proxy.example',
    '10.0.0.0/8,',
  ])('TRUSTED_PROXIES=%s is refused', (text) =>
    expect(problemsOf({ TRUSTED_PROXIES: text })).toMatch(/TRUSTED_PROXIES must be addresses/),
  )

  test.each(['0.0.0.0', '::', '198.51.100.7', 'metrics.example', '10.0.0.0/8', '2001:db8::1'])(
    'RUN-42 METRICS_HOST=%s is refused: metrics and health are for private addresses',
    (text) => expect(problemsOf({ METRICS_HOST: text })).toMatch(/METRICS_HOST must be an address/),
  )

  test('RUN-42 metrics and health listen on this machine or on a private address', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl }).metricsHost).toBe('127.0.0.1')
    for (const text of ['10.0.0.7', '127.0.0.2', '192.168.1.1', '172.31.0.1', '::1', 'fd00::7'])
      expect(readConfig({ DATABASE_URL: databaseUrl, METRICS_HOST: text }).metricsHost).toBe(text)
  })

  test('RUN-44 the number of connections of a process is a setting with limits', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseConnections).toBe(20)
    const fewer = readConfig({ DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: '8' })
    expect(fewer.databaseConnections).toBe(8)
    for (const text of ['3', '0', '-1', '201', 'many', '7.5'])
      expect(problemsOf({ DATABASE_CONNECTIONS: text })).toMatch(/DATABASE_CONNECTIONS must be/)
  })

  test('addresses and networks are trusted as configured', () => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
    })
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'fd00::/8'])
  })

  test.each(['wallet.example', 'https://wallet.example/', 'https://wallet.example,', 'null', '*'])(
    'S24 SOCKET_ORIGINS=%s is refused: no browser sends it',
    (text) =>
      expect(problemsOf({ SOCKET_ORIGINS: text })).toMatch(/SOCKET_ORIGINS must be origins/),
  )

  test('S24 origins are kept as a browser sends them, and Redis has its own kind of address', () => {
    const redisUrl = 'rediss://:secret@redis.internal:6380/1'
    const origins = 'https://wallet.example, http://10.0.0.5:8080'
    const env = { DATABASE_URL: databaseUrl, SOCKET_ORIGINS: origins, REDIS_URL: redisUrl }
    expect(readConfig(env)).toMatchObject({
      socketOrigins: ['https://wallet.example', 'http://10.0.0.5:8080'],
      redisUrl,
    })
    const message = problemsOf({ REDIS_URL: 'http://:secret@redis' })
    expect(message).toMatch(/REDIS_URL must be an address/)
    expect(message).not.toContain('secret')
  })

  test('a key without its certificate is refused', () => {
    expect(problemsOf({ TLS_KEY_FILE: '/nowhere' })).toMatch(/belong together/)
    expect(problemsOf({ TLS_KEY_FILE: '/nowhere', TLS_CERT_FILE: '/nowhere' })).toMatch(
      /cannot be read/,
    )
  })

  test('CARE-63 heads of the seals go to files and web addresses, signed with their own key', () => {
    expect(problemsOf({ SEALS_OUTSIDE: 'file:/var/heads' })).toMatch(/belong together/)
    expect(problemsOf({ SEALS_OUTSIDE: 'file:/var/heads', SEALS_KEY_FILE: '/nowhere' })).toMatch(
      /ed25519/,
    )
    const file = join(mkdtempSync(join(tmpdir(), 'kapao-key-')), 'seals.pem')
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const outside = (SEALS_OUTSIDE: string) => ({ SEALS_OUTSIDE, SEALS_KEY_FILE: file })
    expect(problemsOf(outside('file:heads'))).toMatch(/SEALS_OUTSIDE must be/)
    const read = readConfig({
      DATABASE_URL: databaseUrl,
      ...outside('file:/var/heads https://a.example/h s3://heads/kapao/'),
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
    })
    expect(problemsOf(outside('s3://heads/kapao'))).toMatch(/AWS_ACCESS_KEY_ID/)
    expect(read.sealsOutside?.places).toEqual([
      { kind: 'file', path: '/var/heads' },
      { kind: 'webhook', url: 'https://a.example/h' },
      {
        kind: 'bucket',
        bucket: 'heads',
        prefix: 'kapao',
        endpoint: null,
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'key',
      },
    ])
  })

  test('messages are sent by the sandbox, by a complete account, or not at all', () => {
    const sms = (env: Environment) => readConfig({ DATABASE_URL: databaseUrl, ...env }).sms
    expect(sms({})).toBeNull()
    const sandbox = sms({
      SANDBOX_URL: 'http://127.0.0.1:8090',
      SMS_KEY: 'real',
      SMS_SECRET: 'real',
    })
    expect(sandbox).toMatchObject({ key: 'sandbox-key', codeUrl: 'http://127.0.0.1:8090' })
    const real = sms({ SMS_KEY: 'k', SMS_SECRET: 's', SMS_SENDER: 'Basil' })
    expect(real).toMatchObject({
      key: 'k',
      codeUrl: 'https://otp.thaibulksms.com',
      sender: 'Basil',
    })
    expect(problemsOf({ SMS_KEY: 'k' })).toMatch(/belong together/)
    expect(problemsOf({ SMS_SENDER: 'much too long a name' })).toMatch(/SMS_SENDER/)
  })

  test('production refuses the sandbox, default secrets and ineffective rate limits', () => {
    const production = { NODE_ENV: 'production' }
    expect(problemsOf(production)).toBe('')
    expect(problemsOf({ ...production, SANDBOX_URL: 'http://localhost:8090' })).toMatch(/sandbox/)
    expect(problemsOf({ ...production, RATE_LIMIT_FACTOR: '1000' })).toMatch(/RATE_LIMIT_FACTOR/)
    const url = 'postgres://postgres:postgres@db/kapao'
    expect(problemsOf({ ...production, DATABASE_URL: url })).toMatch(/default password/)
    expect(problemsOf({ DATABASE_URL: url })).toBe('')
  })

  test('RUN-54 staging refuses what production refuses, except the sandbox', () => {
    const staging = { NODE_ENV: 'staging', SANDBOX_URL: 'http://localhost:8090' }
    expect(problemsOf(staging)).toBe('')
    expect(readConfig({ DATABASE_URL: databaseUrl, ...staging }).production).toBe(true)
    expect(problemsOf({ ...staging, FAILPOINT: 'held' })).toMatch(/FAILPOINT/)
    expect(problemsOf({ ...staging, RATE_LIMIT_FACTOR: '1000' })).toMatch(/RATE_LIMIT_FACTOR/)
    const url = 'postgres://postgres:postgres@db/kapao'
    expect(problemsOf({ ...staging, DATABASE_URL: url })).toMatch(/default password/)
    // A sandbox that a running copy left beside the data is never taken over unasked.
    const account = { SMS_KEY: 'sandbox-key', SMS_SECRET: 'sandbox-secret' }
    expect(problemsOf({ NODE_ENV: 'staging', ...account })).toMatch(/SMS_KEY/)
  })
})

describe('the bucket of uploaded files', () => {
  const good = {
    UPLOADS_S3: 's3://files/kapao',
    UPLOADS_S3_KEY_ID: 'our-key',
    UPLOADS_S3_SECRET: 'a-secret-of-this-key',
  }

  test('it is complete, or refused', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl, ...good }).uploadsBucket).toEqual({
      bucket: 'files',
      prefix: 'kapao',
      endpoint: null,
      region: 'us-east-1',
      accessKeyId: 'our-key',
      secretAccessKey: 'a-secret-of-this-key',
    })
    for (const broken of [
      { UPLOADS_S3: 's3://files' },
      { UPLOADS_S3: '/srv/files' },
      { UPLOADS_S3_SECRET: '' },
      { UPLOADS_S3_ENDPOINT: 'files.example' },
    ])
      expect(problemsOf({ ...good, ...broken })).toMatch(/UPLOADS_S3 must be a bucket/)
  })

  test('RUN-64 production refuses one without TLS and one with a default key', () => {
    const production = { NODE_ENV: 'production', ...good }
    expect(problemsOf({ ...production, UPLOADS_S3_ENDPOINT: 'https://s3.example' })).toBe('')
    expect(problemsOf({ ...production, UPLOADS_S3_ENDPOINT: 'http://s3.example' })).toMatch(
      /UPLOADS_S3_ENDPOINT names an address that is not https/,
    )
    expect(problemsOf({ ...production, UPLOADS_S3_SECRET: 'sandbox-secret-key' })).toMatch(
      /UPLOADS_S3_SECRET is a default one/,
    )
  })
})

describe('gateways and gift links', () => {
  const real = { family: 'signed', address: 'https://pay.example/', id: 'kapao' }
  const good = { ...real, key: 'a-long-key-of-theirs', webhookSecret: 'another-long-secret' }
  const read = (accounts: object, env: Environment = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-gateways-'))
    const file = join(folder, 'gateways.json')
    writeFileSync(file, JSON.stringify(accounts))
    try {
      const given = { DATABASE_URL: databaseUrl, GATEWAYS_FILE: file, ...env }
      const problems = problemsOf(given)
      return { problems, config: problems === '' ? readConfig(given) : null }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('CALM-08 accounts come from a file, complete or not at all', () => {
    const { config } = read({ WW: { ...good, driftMax: 500 } })
    expect(config?.gateways).toEqual({
      WW: { ...good, address: 'https://pay.example', previousWebhookSecret: null, driftMax: 500n },
    })
    for (const broken of [
      { ...real, key: 'x' },
      { ...good, family: 'other' },
      { ...good, address: 'pay' },
    ])
      expect(read({ WW: broken }).problems).toMatch(/GATEWAYS_FILE: WW needs/)
    expect(problemsOf({ GATEWAYS_FILE: '/nowhere' })).toMatch(
      /GATEWAYS_FILE cannot be read: ENOENT/,
    )
  })

  test('S53 production refuses publicly known secrets and plain http', () => {
    const production = { NODE_ENV: 'production' }
    expect(read({ WW: good }, production).problems).not.toMatch(/GATEWAYS_FILE/)
    const weak = ['sandbox-gateway-key', 'short', 'changeme']
    for (const secret of weak) {
      expect(read({ WW: { ...good, key: secret } }, production).problems).toMatch(
        /default or short/,
      )
      expect(read({ WW: { ...good, webhookSecret: secret } }, production).problems).toMatch(
        /default or short/,
      )
    }
    const plain = { WW: { ...good, address: 'http://pay.example' } }
    expect(read(plain, production).problems).toMatch(/must be at https/)
  })

  test('S53 a common default word is refused with any suffix', () => {
    const production = { NODE_ENV: 'production' }
    const secret = 'secret1234567890'
    expect(read({ WW: { ...good, key: secret } }, production).problems).toMatch(/default or short/)
  })

  test('private keys of gift links are encrypted with a key of the process, never a default one', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl }).giftLinks).toEqual({
      sealKey: null,
      address: 'https://gift.truemoney.com',
    })
    expect(problemsOf({ GIFT_LINK_SEAL_KEY: 'abc' })).toMatch(/64 hexadecimal/)
  })
})

describe('S53 production refuses', () => {
  const withFile = (name: string, content: object): string => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-accounts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(content))
    return file
  }
  const statement = { BANK_STATEMENT_URL: 'https://bank.example', BANK_STATEMENT_KEY: 'of-theirs' }

  test.each<[string, Environment, RegExp]>([
    [
      'statements over plain http',
      { ...statement, BANK_STATEMENT_URL: 'http://bank.example' },
      /BANK_STATEMENT_URL must be at https/,
    ],
    [
      'a known key of the statements',
      { ...statement, BANK_STATEMENT_KEY: 'sandbox-statement-key' },
      /BANK_STATEMENT_KEY is a default/,
    ],
    [
      'vouchers over plain http',
      { GIFT_LINK_URL: 'http://gift.example' },
      /GIFT_LINK_URL must be at https/,
    ],
    [
      "the sandbox's key of gift links",
      { GIFT_LINK_SEAL_KEY: '3c'.repeat(32) },
      /GIFT_LINK_SEAL_KEY is a default/,
    ],
    [
      "the sandbox's key of game accounts",
      { GAME_CREDENTIAL_KEY: '5A'.repeat(32) },
      /GAME_CREDENTIAL_KEY is a default/,
    ],
    ['a key of zeros', { FILE_LINK_KEY: '00'.repeat(32) }, /FILE_LINK_KEY is a default/],
    [
      'a known account for messages',
      { SMS_KEY: 'of-theirs', SMS_SECRET: 'sandbox-secret' },
      /SMS_KEY or SMS_SECRET is a default/,
    ],
    [
      'a known account for slips',
      { SLIP_SERVICE: 'easyslip', SLIP_KEY: 'sandbox-slip-key' },
      /SLIP_KEY is a default/,
    ],
    ['a default password of Redis', { REDIS_URL: 'redis://:changeme@redis' }, /REDIS_URL holds/],
    [
      'a default password of the owner',
      { DATABASE_OWNER_URL: 'postgres://owner:postgres@db/kapao' },
      /DATABASE_URL holds/,
    ],
  ])('%s', (_, env, problem) => {
    expect(problemsOf({ ...env, NODE_ENV: 'production' })).toMatch(problem)
    expect(problemsOf(env)).toBe('')
  })

  test("the sandbox's key at a game provider", () => {
    const agents = { pg: { id: 'kapao', key: 'sandbox-secret' } }
    const env = { GAME_AGENTS_FILE: withFile('agents.json', agents) }
    expect(problemsOf({ ...env, NODE_ENV: 'production' })).toMatch(/GAME_AGENTS_FILE: pg has/)
    expect(problemsOf(env)).toBe('')
  })

  test('and accepts keys of its own', () => {
    const key = '0123456789abcdef'.repeat(4)
    const good = {
      ...statement,
      GIFT_LINK_URL: 'https://gift.example',
      GIFT_LINK_SEAL_KEY: key,
      GAME_CREDENTIAL_KEY: key,
      FILE_LINK_KEY: key,
      SMS_KEY: 'of-theirs',
      SMS_SECRET: 'of-theirs-too',
      SLIP_SERVICE: 'easyslip',
      SLIP_KEY: 'SLIPOK1234567',
      GAME_AGENTS_FILE: withFile('agents.json', { pg: { id: 'kapao', key: 'of-theirs' } }),
    }
    expect(problemsOf({ ...good, NODE_ENV: 'production' })).toBe('')
  })
})
