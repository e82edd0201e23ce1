import { migrate } from '#core/db/migrate.ts'

/** A process that migrates, to be killed on the way: the address of the database, and the folders of tables and functions. */
const [, , url, tables, functions] = process.argv
await migrate(url!, { tables: tables!, functions: functions ?? null })
