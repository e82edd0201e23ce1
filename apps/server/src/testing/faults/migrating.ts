import { migrate } from '#core/db/migrate.ts'

/** Migrates, to be killed midway: takes the database's address, and the folders of tables and functions. */
const [, , url, tables, functions] = process.argv
await migrate(url!, { tables: tables!, functions: functions ?? null })
