import { migrate } from '#core/db/migrate.ts'

/** A process that migrates, to be killed on the way: the address of the database, then the folder of the migrations. */
const [, , url, folder] = process.argv
await migrate(url!, folder!)
