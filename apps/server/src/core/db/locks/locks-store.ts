import type { Ask } from '../functions/functions-store.ts'

export type Blocker = {
  pid: number
  login: string | null
  application: string | null
  /** Null where this login may not see what others do. */
  state: string | null
  seconds: number | null
}

/** The sessions that a backend waits for now. */
export async function listBlockers(ask: Ask, pid: number): Promise<Blocker[]> {
  return ask<Blocker>(
    `select b.pid, a.usename as login, a.application_name as application, a.state,
            extract(epoch from clock_timestamp() - a.xact_start)::int as seconds
       from unnest(pg_blocking_pids($1)) as b (pid) left join pg_stat_activity a on a.pid = b.pid
      order by b.pid`,
    [pid],
  )
}

export async function readOwnPid(ask: Ask): Promise<number> {
  const [row] = await ask<{ pid: number }>('select pg_backend_pid() as pid')
  return row!.pid
}

/** How long a statement of this session waits for a lock; those who come after it wait no longer. */
export async function setLockTimeout(ask: Ask, ms: number): Promise<void> {
  await ask(`select set_config('lock_timeout', $1, false)`, [`${ms}ms`])
}

/** Whether an index that is made concurrently was left unfinished. */
export async function isUnfinished(ask: Ask, index: string): Promise<boolean> {
  const rows = await ask(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [index],
  )
  return rows.length > 0
}

export async function dropUnfinished(ask: Ask, index: string): Promise<void> {
  await ask(`drop index concurrently if exists ${index}`)
}
