import { expect, test } from 'vitest'
import { readConfig } from '#context/config.ts'
import { findFindings, isElsewhere, type Finding } from './findings.ts'

const key = '4f'.repeat(16) + '5e'.repeat(16)
const here = { DATABASE_URL: 'postgres://kapao@127.0.0.1/kapao', CONSOLE_PORT: 'none' }
const elsewhere = 'postgres://kapao:a-good-one@10.0.0.7/kapao'

function find(env: Record<string, string>, grade: Finding['grade']): string[] {
  const config = readConfig({ ...here, ...env })
  return findFindings(config).flatMap((one) => (one.grade === grade ? [one.what] : []))
}

test('RUN-48 a start requires a known proxy or TLS, TLS to a remote database, and shared keys for several processes', () => {
  expect(find({}, 'must')).toEqual([expect.stringContaining('TRUSTED_PROXIES names no proxy')])
  expect(find({ TRUSTED_PROXIES: '10.0.0.0/8' }, 'must')).toEqual([])
  const proxies = { TRUSTED_PROXIES: '10.0.0.0/8' }
  expect(find({ ...proxies, REDIS_URL: 'redis://127.0.0.1' }, 'must')).toEqual([
    expect.stringContaining('FILE_LINK_KEY is missing'),
  ])
  const several = { ...proxies, REDIS_URL: 'redis://127.0.0.1', FILE_LINK_KEY: key }
  expect(find(several, 'must')).toEqual([])
  expect(find({ ...several, DATABASE_URL: elsewhere }, 'must')).toEqual([
    expect.stringContaining('without TLS'),
  ])
  expect(find({ ...several, DATABASE_READ_URL: elsewhere }, 'must')).toEqual([
    expect.stringContaining('DATABASE_READ_URL leads to another machine without TLS'),
  ])
})

test('DESK-02 a console that is not switched off requires https, and a known proxy or TLS', () => {
  const on = { TRUSTED_PROXIES: '10.0.0.0/8', CONSOLE_PORT: '8081' }
  expect(find(on, 'must')).toEqual([expect.stringContaining('CONSOLE_ORIGIN must be the https')])
  expect(find({ ...on, CONSOLE_ORIGIN: 'https://desk.example.com' }, 'must')).toEqual([])
})

test.each([
  ['', 'must'],
  ['?sslmode=disable', 'must'],
  ['?sslmode=no-verify', 'should'],
  ['?sslmode=require&uselibpqcompat=true', 'should'],
  ['?sslmode=verify-full', 'fine'],
  ['?sslmode=require', 'fine'],
] as const)('RUN-48 a remote database with "%s" in its address is graded %s', (how, grade) => {
  const findings = find({ DATABASE_URL: elsewhere + how }, grade)
  expect(findings.filter((what) => what.startsWith('DATABASE_URL'))).not.toEqual([])
})

test('RUN-48 a provider without a key to seal passwords is refused, and a system without games is only warned', () => {
  const config = readConfig({ ...here, TRUSTED_PROXIES: '10.0.0.0/8' })
  const pg = { id: 'a', key: 'b' }
  const withGames = { ...config, games: { credentialKey: null, agents: { pg } } }
  const must = findFindings(withGames).filter(({ grade }) => grade === 'must')
  expect(must.map(({ what }) => what)).toEqual([
    expect.stringContaining('GAME_CREDENTIAL_KEY is missing'),
  ])
  expect(find({}, 'should')).toContainEqual(expect.stringContaining('there are no games'))
})

test('RUN-48 a rehearsal with the sandbox lacks no gateway and no payer; an installation without both is warned of it', () => {
  const lacking = (env: Record<string, string>): string[] =>
    find(env, 'should').filter((what) => /^(?:PAYOUTS|GATEWAYS)_FILE/.test(what))
  expect(lacking({})).toHaveLength(2)
  expect(lacking({ SANDBOX_URL: 'http://127.0.0.1:8090' })).toEqual([])
})

test('an address of this machine is recognized in any spelling', () => {
  for (const url of [
    'postgres://a@localhost/b',
    'postgres://a@127.0.0.2:5432/b',
    'postgres://a@[::1]/b',
    'postgres://a@%2Fvar%2Frun/b',
    'postgres:///b?host=/var/run/postgresql',
  ])
    expect(isElsewhere(url)).toBe(false)
  for (const url of ['postgres://a@db/b', 'postgres://a@10.0.0.1/b', 'postgres:///b?host=db'])
    expect(isElsewhere(url)).toBe(true)
})
