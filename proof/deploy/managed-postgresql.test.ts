import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { appRole, migrate } from '../../apps/server/src/core/db/migrate.ts'
import { startPostgres } from '../../tools/postgres/start-postgres.ts'

const page = readFileSync(
  join(import.meta.dirname, '../../docs/elsewhere/managed-postgresql.md'),
  'utf8',
)

test(
  'BOOK-03 the statements of the page make roles and database without a superuser, and tables, functions and server work',
  { tags: 'long-2', timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-managed-'))
    await chmod(folder, 0o711)
    const postgres = await startPostgres({
      dataFolder: join(folder, 'postgres'),
      settings: { fsync: 'off' },
    })
    onTestFinished(async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const as = (user: string, database: string): string => {
      const url = new URL(postgres.url)
      url.username = user
      url.pathname = `/${database}`
      return url.href
    }
    const run = async (url: string, statements: string): Promise<void> => {
      const db = openDb({
        url,
        role: null,
        connectionsMax: 1,
        applicationName: 'kapao test provider',
      })
      for (const statement of statements.split(';').filter((text) => text.trim() !== ''))
        await db.query(statement)
      await db.close()
    }
    await run(postgres.url, 'create role provider login createrole createdb')
    const [, statements = ''] = /```sql\n([^]*?)```/.exec(page) ?? []
    await run(as('provider', 'postgres'), statements.replaceAll(/^--.*$/gm, ''))

    await migrate(as('kapao_owner', 'kapao'))
    const db = openDb({
      url: as('kapao_login', 'kapao'),
      role: appRole,
      connectionsMax: 1,
      applicationName: 'kapao test',
    })
    onTestFinished(() => db.close())
    expect(await db.query('select count(*)::int as houses from core_house')).toEqual([
      { houses: 1 },
    ])
    await expect(db.query('delete from ledger_movement')).rejects.toThrow(/permission denied/)
  },
)
