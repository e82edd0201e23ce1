import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { isAlive, sendSignal } from './processes.ts'
import { startPostgres, type Postgres, type PostgresOptions } from './start-postgres.ts'

let folder = ''
let started: Postgres[] = []
/** The children of a killed PostgreSQL write for a moment longer. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kapao-postgres-'))
  await chmod(folder, 0o711)
  started = []
})

afterEach(async () => {
  for (const postgres of started) {
    await postgres.stop()
    await rm(postgres.folder, removal)
  }
  await rm(folder, removal)
})

async function start(options: PostgresOptions): Promise<Postgres> {
  const postgres = await startPostgres({
    ...options,
    settings: { shared_buffers: '16MB', ...options.settings },
  })
  started.push(postgres)
  return postgres
}

async function ask<Row extends object>(postgres: Postgres, text: string): Promise<Row[]> {
  const db = openDb({
    url: postgres.url,
    role: null,
    connectionsMax: 1,
    applicationName: 'postgres test',
  })
  try {
    return await db.query<Row>(text)
  } finally {
    await db.close()
  }
}

describe('the embedded database', () => {
  test('loses nothing that it has acknowledged, and has no port', async () => {
    const postgres = await start({ dataFolder: join(folder, 'data') })
    const rows = await ask(
      postgres,
      `select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') order by name`,
    )
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })

  test('S52 a refused duplicate or an invalid row leaves no account number in its log', async () => {
    const postgres = await start({ dataFolder: join(folder, 'data') })
    const db = openDb({ url: postgres.url, role: null, connectionsMax: 1, applicationName: 'test' })
    try {
      await db.query(`create table account_member (bank_code text, bank_account_no text check (bank_account_no <> '9998887776'),
        unique (bank_code, bank_account_no))`)
      const insert = (account: string) =>
        db.query('insert into account_member (bank_code, bank_account_no) values ($1, $2)', [
          'KBANK',
          account,
        ])
      await insert('1234567890')
      await expect(insert('1234567890')).rejects.toMatchObject({ code: '23505' })
      await expect(insert('9998887776')).rejects.toMatchObject({ code: '23514' })
    } finally {
      await db.close()
    }
    const log = await readFile(join(postgres.folder, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key value violates unique constraint')
    expect(log).toContain('violates check constraint')
    expect(log).not.toContain('1234567890')
    expect(log).not.toContain('9998887776')
  })

  test('restarts at once after kill -9 with all committed data', async () => {
    const dataFolder = join(folder, 'data')
    const first = await start({ dataFolder })
    await ask(first, 'create table kept as select 7 as n')
    sendSignal(first.pid, 'SIGKILL')
    expect(await first.exited).toBe('killed by SIGKILL')
    const second = await start({ dataFolder })
    expect(await ask(second, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('has one owner at a time, who is named to the next', async () => {
    const dataFolder = join(folder, 'data')
    const first = await start({ dataFolder })
    await expect(startPostgres({ dataFolder })).rejects.toThrow(
      `the data folder ${dataFolder} is in use by process ${process.pid}`,
    )
    expect(isAlive(first.pid)).toBe(true)
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    await start({ dataFolder })
  })

  test('a lock and a half-made cluster left by a crash are no obstacle', async () => {
    const dataFolder = join(folder, 'data')
    await mkdir(join(dataFolder, 'cluster.new-1/base'), { recursive: true })
    await writeFile(join(dataFolder, 'in-use'), '1 somebody-long-gone\n')
    const postgres = await start({ dataFolder })
    expect(await readdir(postgres.folder)).not.toContain('cluster.new-1')
    expect(await ask(postgres, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('a folder that is too deep for a socket has its socket elsewhere', async () => {
    const dataFolder = join(folder, 'deep'.repeat(15), 'deeper'.repeat(10))
    const postgres = await start({ dataFolder })
    expect(postgres.folder).toBe(dataFolder)
    const socketFolder = decodeURIComponent(new URL(postgres.url).host)
    expect(Buffer.byteLength(socketFolder)).toBeLessThan(90)
    expect(await ask(postgres, 'select 1 as n')).toEqual([{ n: 1 }])
    await rm(socketFolder, { recursive: true, force: true })
  })

  const isRoot = process.getuid?.() === 0
  test.runIf(isRoot)(
    'root in a closed folder keeps the cluster elsewhere, and finds it again',
    async () => {
      // Another entry keeps the folder from being opened for it.
      await writeFile(join(folder, 'private.txt'), 'x')
      await chmod(folder, 0o700)
      const dataFolder = join(folder, 'data')
      const lines: string[] = []
      const first = await start({ dataFolder, log: (line) => lines.push(line) })
      expect(first.folder).toMatch(/^\/var\/lib\/kapao\/[0-9a-f]{12}-/)
      expect(lines.join('\n')).toContain(`The database is kept in ${first.folder}`)
      await ask(first, 'create table kept as select 7 as n')
      await first.stop()
      const second = await start({ dataFolder })
      expect(second.folder).toBe(first.folder)
      expect(await ask(second, 'select n from kept')).toEqual([{ n: 7 }])
    },
  )
})
