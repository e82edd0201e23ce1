import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { compiled } from '#testing/processes/compiled.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

const program = join(import.meta.dirname, '../../../../bin/kapao.mjs')
const database = testDatabase()
const folder = tempFolder()

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

test('RUN-49 all findings are listed at once in three groups, and the exit code says whether a process may start', async () => {
  const wrong = await doctor({
    DATABASE_URL: database.url,
    METRICS_PORT: 'many',
    GAME_CREDENTIAL_KEY: 'short',
  })
  expect(wrong.code).toBe(1)
  expect(wrong.err).toMatch(
    /Must be fixed:[\s\S]*METRICS_PORT must be[\s\S]*TRUSTED_PROXIES[\s\S]*Should be improved:[\s\S]*Fine:/,
  )
  expect(wrong.err).toContain('GAME_CREDENTIAL_KEY must be 64 hexadecimal digits')
  // The tests' database has fsync off.
  expect(wrong.err).toContain('must be on')
  expect(wrong.err).not.toContain('short')
})

test('GONE-06 an owner of the tables who sees neither standbys nor sessions should be given that right', async () => {
  const { ownerDb, url } = database
  const blind = `kapao_blind_${process.pid}`
  const [was] = await ownerDb.query<{ name: string }>('select current_user as name')
  await ownerDb.query(`create role ${blind}`)
  await ownerDb.query(`alter function core_database_state() owner to ${blind}`)
  const found = await doctor({ DATABASE_URL: url })
  await ownerDb.query(`alter function core_database_state() owner to ${was!.name}`)
  await ownerDb.query(`drop role ${blind}`)
  expect(found.err + found.out).toContain('grant pg_read_all_stats to the owner of the tables')
  const after = await doctor({ DATABASE_URL: url })
  expect(after.err + after.out).toContain('are among the metrics')
})

test('RUN-49 a database that is down is a finding that must be fixed', async () => {
  const away = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(away.code).toBe(1)
  expect(away.err).toMatch(/Must be fixed:[\s\S]*ECONNREFUSED/)
})
