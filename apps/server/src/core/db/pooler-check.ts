import { receivesOwnNotices } from './connections/listener.ts'
import { notify, readStartup } from './database-store.ts'
import type { Db } from './db.ts'
import { sqlStateOf } from '../sql-state.ts'

const whatToDo =
  'connect to PostgreSQL itself (DATABASE_CONNECTIONS says how many connections a process opens), ' +
  'or set the pooler to one server connection per client (pool_mode = session) and let it pass on startup parameters'

/** A pooler lends out its connections by transaction or statement, or changes their session settings. */
class PoolerInBetween extends Error {
  constructor(what: string, cause?: unknown) {
    super(`a pooler between this process and the database ${what}: ${whatToDo}`, { cause })
    this.name = 'PoolerInBetween'
  }
}

/**
 * Refuses a pooler that loses notifications, drops the role and time limits, or mixes up prepared statements: sessions
 * that have ended would be accepted for another minute, and statements would have the wrong rights.
 */
export async function refusePooler(
  db: Db,
  { url, role }: { url: string; role: string | null },
): Promise<void> {
  const startup = await readStartup(db)
  if (startup.statementTimeout === '0' || (role !== null && startup.role !== role))
    throw new PoolerInBetween('drops startup parameters (role and time limits)')
  const send = (channel: string, payload: string) => notify(db, channel, payload)
  if (!(await receivesOwnNotices({ url, applicationName: 'kapao check' }, send)))
    throw new PoolerInBetween('loses notifications (LISTEN)')
}

const preparedTwice = /^(?:42P05|26000)$/

/** Explains an error by which such a pooler fails a query before the check ends; returns other errors unchanged. */
export function explainPooler(error: unknown): unknown {
  const state = sqlStateOf(error)
  const text = error instanceof Error ? error.message : ''
  if (text.includes('unsupported startup parameter'))
    return new PoolerInBetween('takes no startup parameters', error)
  if (state !== null && preparedTwice.test(state))
    return new PoolerInBetween('mixes up the statements of several connections', error)
  return error
}
