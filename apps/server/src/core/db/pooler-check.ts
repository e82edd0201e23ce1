import { hearsOwn } from './connections/listener.ts'
import { notify, readStartup } from './database-store.ts'
import { sqlStateOf, type Db } from './db.ts'

const whatToDo =
  'connect to PostgreSQL itself (DATABASE_CONNECTIONS says how many connections a process opens), ' +
  'or let the pooler give each connection of ours one of its own (pool_mode = session) and pass on startup parameters'

/** What stands between us and the database lends its connections out by transaction or by statement. */
class PoolerInBetween extends Error {
  constructor(what: string, cause?: unknown) {
    super(`a pooler between this process and the database ${what}: ${whatToDo}`, { cause })
    this.name = 'PoolerInBetween'
  }
}

/**
 * Refuses a pooler that would make silence of news, forget who we are, or mix up statements that were prepared. Ended sessions would be
 * believed for a minute, and time limits would be the pooler's.
 */
export async function refusePooler(
  db: Db,
  { url, role }: { url: string; role: string | null },
): Promise<void> {
  const startup = await readStartup(db)
  if (startup.statementTimeout === '0' || (role !== null && startup.role !== role))
    throw new PoolerInBetween('drops what is asked for at the connect (role and time limits)')
  if (!(await hearsOwn({ url, applicationName: 'kapao check' }, (...word) => notify(db, ...word))))
    throw new PoolerInBetween('loses notifications (LISTEN)')
}

const preparedTwice = /^(?:42P05|26000)$/

/** The same of an error that such a pooler answers before anything could be asked; others stay what they are. */
export function explainPooler(error: unknown): unknown {
  const state = sqlStateOf(error)
  const text = error instanceof Error ? error.message : ''
  if (text.includes('unsupported startup parameter'))
    return new PoolerInBetween('takes no startup parameters', error)
  if (state !== null && preparedTwice.test(state))
    return new PoolerInBetween('mixes up the statements of several connections', error)
  return error
}
