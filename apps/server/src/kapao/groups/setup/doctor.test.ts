import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiled } from '../../../testing/compiled.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'

const program = join(import.meta.dirname, '../../../../bin/kapao.mjs')
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kapao-doctor-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

type Ran = { code: number | null; out: string; err: string }

function doctor(env: Record<string, string>): Promise<Ran> {
  const child = spawn(process.execPath, [program, 'doctor'], {
    env: { ...compiled, PATH: dirname(process.execPath), HOME: folder, DATA_DIR: folder, ...env },
  })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (part) => (ran.out += String(part)))
  child.stderr.on('data', (part) => (ran.err += String(part)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })))
}

test('RUN-49 all that is missing is said at once in three groups, and the exit code tells whether it may start', async () => {
  const wrong = await doctor({
    DATABASE_URL: database.url,
    METRICS_PORT: 'many',
    GAME_CREDENTIAL_KEY: 'short',
  })
  expect(wrong.code).toBe(1)
  expect(wrong.err).toMatch(
    /Must be put right:[\s\S]*METRICS_PORT must be[\s\S]*TRUSTED_PROXIES[\s\S]*Should be looked at:[\s\S]*Fine:/,
  )
  expect(wrong.err).toContain('GAME_CREDENTIAL_KEY must be 64 hexadecimal digits')
  // The database of the tests forgets on purpose.
  expect(wrong.err).toContain('must be on')
  expect(wrong.err).not.toContain('short')
})

test('RUN-49 a database that is not there is one of the things that must be put right', async () => {
  const away = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(away.code).toBe(1)
  expect(away.err).toMatch(/Must be put right:[\s\S]*ECONNREFUSED/)
})
