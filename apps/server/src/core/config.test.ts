import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigInvalid, readConfig, type Environment } from './config.ts'

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

  test('all but the database have a default', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      variant: 'thai',
      production: false,
      sandboxUrl: null,
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

  test('everything that is wrong is said at once, without repeating what was typed', () => {
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

  test('addresses and networks are trusted as given', () => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
    })
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'fd00::/8'])
  })

  test('a key without its certificate is refused', () => {
    expect(problemsOf({ TLS_KEY_FILE: '/nowhere' })).toMatch(/belong together/)
    expect(problemsOf({ TLS_KEY_FILE: '/nowhere', TLS_CERT_FILE: '/nowhere' })).toMatch(
      /cannot be read/,
    )
  })

  test('messages are sent by the sandbox, by a whole account, or not at all', () => {
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

  test('production refuses the sandbox, default secrets and limits that do not limit', () => {
    const production = { NODE_ENV: 'production' }
    expect(problemsOf(production)).toBe('')
    expect(problemsOf({ ...production, SANDBOX_URL: 'http://localhost:8090' })).toMatch(/sandbox/)
    expect(problemsOf({ ...production, RATE_LIMIT_FACTOR: '1000' })).toMatch(/RATE_LIMIT_FACTOR/)
    const url = 'postgres://postgres:postgres@db/kapao'
    expect(problemsOf({ ...production, DATABASE_URL: url })).toMatch(/default password/)
    expect(problemsOf({ DATABASE_URL: url })).toBe('')
  })
})
