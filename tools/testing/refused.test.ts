import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { answerOfError } from '../../apps/server/src/core/calls/fault.ts'
import { whyItPasses } from '../../apps/server/src/core/db/database-check.ts'
import { openDb, type Db } from '../../apps/server/src/core/db/db.ts'
import { findDownParts } from '../../apps/server/src/core/telemetry/health.ts'
import { startPostgres, type Postgres } from '../postgres/start-postgres.ts'
import { createCertificate } from '../start/lan/certificate.ts'

// An address of its own: other clusters of this machine have the same port.
const host = `127.77.${process.pid % 250}.1`
const folder = mkdtempSync(join(tmpdir(), 'kapao-refused-'))
const file = (name: string): string => join(folder, name)

let postgres: Postgres
let admin: Db
beforeAll(async () => {
  chmodSync(folder, 0o711)
  postgres = await startPostgres({ dataFolder: join(folder, 'data') })
  const owner = statSync(postgres.folder)
  await postgres.stop()
  const keep = (name: string, text: string): void => {
    writeFileSync(file(name), text, { mode: 0o600 })
    chownSync(file(name), owner.uid, owner.gid)
  }
  certify = (until) => {
    const { key, cert } = createCertificate([host], {
      from: new Date(Date.now() - 9 * dayMs),
      until: new Date(Date.now() + until * dayMs),
    })
    keep('key.pem', key)
    keep('cert.pem', cert)
  }
  certify(1)
  keep(
    'hba.conf',
    'local all all trust\nhostssl open all all scram-sha-256\nhostssl shut all all scram-sha-256\n',
  )
  postgres = await startPostgres({
    dataFolder: join(folder, 'data'),
    settings: {
      fsync: 'off',
      listen_addresses: host,
      ssl: 'on',
      ssl_cert_file: file('cert.pem'),
      ssl_key_file: file('key.pem'),
      hba_file: file('hba.conf'),
    },
  })
  admin = open(postgres.url)
  await admin.query(`create role member_login login password 'right'`)
  await admin.query('create database open')
  await admin.query('create database shut')
  await admin.query('revoke connect on database shut from public')
}, 60_000)
afterAll(async () => {
  await admin.close()
  await postgres.stop()
  rmSync(postgres.folder, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

let certify: (untilDays: number) => void

type Address = { password?: string; database?: string; mode?: string; login?: string }

const addressOf = ({
  password = 'right',
  database = 'open',
  mode,
  login = 'member_login',
}: Address) =>
  `postgres://${login}:${password}@${host}:5432/${database}?sslmode=${mode ?? 'no-verify'}`

function open(url: string): Db {
  return openDb({ url, role: null, connectionsMax: 1, applicationName: 'kapao test refused' })
}

/** With which code a database refuses a call and a transaction; both are answered as busy, and health says so. */
async function refusalOf(address: Address): Promise<unknown> {
  const db = open(addressOf(address))
  const codes = new Set<unknown>()
  for (const ask of [db.query('select 1'), db.begin((tx) => tx.query('select 1'))]) {
    const error = await ask.catch((failed: unknown) => failed)
    codes.add((error as { code?: unknown }).code)
    expect(answerOfError(error)).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
    // A start does not wait for it: a supervisor starts the process again, with the settings as they are by then.
    expect(whyItPasses(error)).toBeNull()
  }
  const parts = { 'its database': () => db.query('select 1') }
  expect(await findDownParts({ parts })).toEqual(['its database'])
  await db.close()
  return [...codes].join()
}

test.each([
  ['whose certificate nobody vouches for', { mode: 'verify-full' }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['that has another password', { password: 'wrong' }, '28P01'],
  ['that does not know the login', { login: 'nobody' }, '28P01'],
  ['that lets this machine into no such database', { database: 'postgres' }, '28000'],
  ['that does not let this login in', { database: 'shut' }, '42501'],
] as const)('CALM-01 a database %s is busy', { tags: 'long-3' }, async (_, address, code) => {
  expect(await refusalOf(address)).toBe(code)
})

test('CALM-01 a database whose certificate has expired is busy', { tags: 'long-3' }, async () => {
  certify(-1)
  await admin.query('select pg_reload_conf()')
  const trusted = `verify-full&sslrootcert=${encodeURIComponent(file('cert.pem'))}`
  await expect
    .poll(() =>
      open(addressOf({ mode: trusted }))
        .query('select 1')
        .catch(({ code }: { code: string }) => code),
    )
    .toBe('CERT_HAS_EXPIRED')
  expect(await refusalOf({ mode: trusted })).toBe('CERT_HAS_EXPIRED')
})

test(
  'CALM-01 a database that allows no connections, or is gone, is busy',
  { tags: 'long-3' },
  async () => {
    const db = open(addressOf({}))
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    await admin.query('alter database open allow_connections false')
    // What is connected already goes on.
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    expect(await refusalOf({})).toBe('55000')
    await db.close()
    await admin.query('drop database open')
    expect(await refusalOf({})).toBe('3D000')
  },
)

test('CALM-01 a right that is missing, or an object in the wrong state, is a fault of ours', async () => {
  for (const state of ['42501', '55000']) {
    const error = await admin
      .query(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)
      .catch((failed: unknown) => failed)
    expect(answerOfError(error).status).toBe(500)
  }
})
