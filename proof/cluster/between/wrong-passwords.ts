import { sleep } from '../../../tools/postgres/processes.ts'
import type { Drill } from '../drills/drill.ts'
import { asSuperuser, failoverMs, rejoinMs } from '../drills/machines.ts'
import { waitForPrimary, waitForStandbys } from '../parts/database.ts'
import type { Cluster } from '../start.ts'

const wrongForMs = 15_000

/** Changed on the database and nowhere else: of the processes, then of the standbys. Nobody keeps a session. */
export const wrongPasswords: Drill = {
  name: 'wrong-passwords',
  about: 'the password of the processes is another one for 15 s, then that of the standbys',
  limits: { awayS: 20, readsAwayS: 20 },
  proves: ['NET-12'],
  run: async (cluster) => {
    const { databases, secrets } = cluster
    await changePassword(cluster, 'kapao_login', 'another one')
    await sleep(wrongForMs)
    await changePassword(cluster, 'kapao_login', secrets.app)
    await sleep(wrongForMs)
    await changePassword(cluster, 'replicator', 'another one')
    await sleep(wrongForMs)
    await changePassword(cluster, 'replicator', secrets.replication)
    await waitForStandbys(databases, rejoinMs)
  },
}

async function changePassword(cluster: Cluster, login: string, password: string): Promise<void> {
  const primary = await waitForPrimary(cluster.databases, failoverMs)
  await asSuperuser(cluster, primary, async (db) => {
    // While no standby follows, nobody would answer.
    await db.query('set synchronous_commit = local')
    await db.query(`alter role ${login} password '${password}'`)
    await db.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
      login,
    ])
  })
}
