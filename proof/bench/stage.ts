import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { openDb, type Db } from '../../apps/server/src/core/db/db.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { appRole, migrate } from '../../apps/server/src/core/db/migrate.ts'
import { startPostgres } from '../../tools/postgres/start-postgres.ts'

/** A separate database with full durability, members with games, and money in them. */
export type BenchDatabase = {
  db: Db
  ownerDb: Db
  url: string
  pid: number
  memberIds: string[]
  /** Resolves when the database has stopped. */
  ended: () => Promise<unknown>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export const games = ['pg', 'betflix']
const openingAmount = 100_000_000n

export async function setStage(options: {
  members: number
  connections: number
  settings?: Record<string, string>
  /** Where its folder is created; the system's temporary folder by default. */
  inFolder?: string
  /** A folder of its own that stays, with all that is in the database, for the next run. */
  keptIn?: string | undefined
}): Promise<BenchDatabase> {
  const folder =
    options.keptIn ?? (await mkdtemp(join(options.inFolder ?? tmpdir(), 'kapao-bench-')))
  const dataFolder = join(folder, 'postgres')
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', ...options.settings }
  let postgres = await startPostgres({ dataFolder, settings })
  const open = (role: string | null) =>
    openDb({
      url: postgres.url,
      role,
      connectionsMax: options.connections,
      applicationName: 'kapao bench',
    })
  const stage: BenchDatabase = {
    db: open(appRole),
    ownerDb: open(null),
    url: postgres.url,
    pid: postgres.pid,
    memberIds: [],
    ended: () => postgres.exited,
    restart: async () => {
      await postgres.exited
      postgres = await startPostgres({ dataFolder, settings })
      stage.pid = postgres.pid
    },
    stop: async () => {
      await Promise.all([stage.db.close(), stage.ownerDb.close()])
      await postgres.stop()
      if (options.keptIn === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    await migrate(postgres.url)
    stage.memberIds = await addMembers(stage.db, options.members)
    return stage
  } catch (error) {
    // A database that is left behind keeps the process of the bench from ending.
    await stage.stop()
    throw error
  }
}

const chunk = 1_000

/** Members with a wallet, a transit account and two games; the opening money is in the first game. */
async function addMembers(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => systemIds.code()).toSorted()
  const kinds = ['wallet', 'transfer', ...games.map(() => 'game')]
  const parties = ['', '', ...games]
  const [house] = await db.query<{ ids: bigint[] }>(
    `select ledger_open('{NULL}', '{opening}', '{""}', '{BAHT}') as ids`,
  )
  for (let from = 0; from < count; from += chunk) {
    const some = ids.slice(from, from + chunk)
    const [opened] = await db.query<{ ids: bigint[] }>(
      'select ledger_open($1, $2, $3, $4) as ids',
      [
        some.flatMap((id) => kinds.map(() => id)),
        some.flatMap(() => kinds),
        some.flatMap(() => parties),
        some.flatMap(() => kinds.map(() => 'BAHT')),
      ],
    )
    const games = some.map((_, at) => opened!.ids[at * kinds.length + 2]!)
    await db.query('insert into statement_counter (member_id) select unnest($1::text[])', [some])
    await db.query(
      `select ledger_apply(
        p_member => $1, p_house => $2, p_idem => $3, p_debit => $4, p_credit => $5,
        p_amount => $6, p_kind => $7::ledger_kind[], p_at => $8)`,
      [
        games.toSorted((a, b) => (a < b ? -1 : 1)),
        house!.ids,
        some.map(() => systemIds.key()),
        some.map(() => some.length + 1),
        some.map((_, at) => at + 1),
        some.map(() => openingAmount),
        some.map(() => 'opening'),
        systemClock.now(),
      ],
    )
  }
  await db.query('select 1')
  return ids
}
