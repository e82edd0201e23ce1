import { sleep } from '../../../tools/postgres/processes.ts'
import { nothingS, type Drill } from '../drills/drill.ts'
import { failoverMs, rejoinMs } from '../drills/machines.ts'
import { waitForPrimary, waitForStandbys } from '../parts/database.ts'
import type { Cluster } from '../start.ts'
import { renewCertificates } from './keys.ts'
import { waitForMembers } from './new-machine.ts'

const expiredForMs = 30_000

/**
 * The certificates of the database machines were made together and end together. What is connected goes on, so etcd is
 * restarted everywhere, as by an update of Debian.
 */
export const expiredCertificates: Drill = {
  name: 'expired-certificates',
  about: 'the certificates of all database machines have ended, and etcd is restarted everywhere',
  limits: { awayS: nothingS, readsAwayS: nothingS },
  proves: ['NET-11'],
  run: async (cluster) => {
    const { databases } = cluster
    const before = await waitForPrimary(databases, failoverMs)
    await putInPlace(cluster, '6 years ago')
    await sleep(expiredForMs)
    const asked = databases.map(({ askEtcd }) => askEtcd(['endpoint', 'health']))
    if ((await Promise.all(asked)).some((answer) => answer !== null))
      throw new Error('etcd answers with a certificate that has ended')
    await putInPlace(cluster, 'now')
    await waitForMembers(databases)
    await waitForStandbys(databases, rejoinMs)
    const now = await waitForPrimary(databases, failoverMs)
    return now === before ? `${now.name} went on` : `${before.name} to ${now.name}`
  },
}

/** New certificates of the same authority, made at this time, and an etcd that has them. */
async function putInPlace({ folders, databases }: Cluster, madeAt: string): Promise<void> {
  await renewCertificates(folders, madeAt)
  for (const node of databases) node.takeKeys()
  await Promise.all(databases.map(({ etcd }) => etcd.stop()))
  for (const { etcd } of databases) etcd.start()
}
