import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openDb, type Db } from '../../../apps/server/src/core/db/db.ts'
import { sleep } from '../../../tools/postgres/processes.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'
import { ports } from '../addresses.ts'
import { onMachine } from '../network/commands.ts'
import { programPath } from '../packages.ts'
import type { Cluster } from '../start.ts'

export const rejoinMs = 90_000
export const failoverMs = 40_000
const handOnMs = 15_000

/** As a machine comes up again: its parts start, and the rest is theirs. */
export function startAgain(node: DatabaseNode): void {
  for (const part of [node.etcd, node.patroni, node.diskWatch, node.etcdLeader]) part.start()
}

/** Makes the primary's machine lead etcd, and waits until `lead-elsewhere.sh` there has handed that on. */
export async function leadEtcdForNow(
  databases: readonly DatabaseNode[],
  node: DatabaseNode,
): Promise<void> {
  const leader = databases.find((one) => statusOf(one).leads)
  if (leader && leader !== node) leader.etcdctl(['move-leader', statusOf(node).id])
  const end = Date.now() + handOnMs
  while (statusOf(node).leads) {
    if (Date.now() > end) throw new Error(`${node.name} still leads etcd`)
    await sleep(500)
  }
}

function statusOf(node: DatabaseNode): { id: string; leads: boolean } {
  const [, id = '', , , leads] = node.etcdctl(['endpoint', 'status']).split(', ')
  return { id, leads: leads === 'true' }
}

/** Makes a standby the primary on purpose, this one where it is named; returns what Patroni said. */
export async function switchOver(
  { databases, secrets }: Cluster,
  candidate?: DatabaseNode,
): Promise<string> {
  const primary = await waitForPrimary(databases, failoverMs)
  // Patroni takes it from a database machine alone. One whose clock is off closes the connection, and does it all the same.
  const as = [
    '--user',
    `patroni:${secrets.patroni}`,
    '--data',
    JSON.stringify({ leader: primary.name, candidate: candidate?.name }),
  ]
  const url = `https://${primary.address}:${ports.patroni}/switchover`
  const [program, ...line] = onMachine(primary.name, ['curl', '--silent', '--insecure', ...as, url])
  const said = await promisify(execFile)(program!, line, { env: { PATH: programPath } }).then(
    ({ stdout }) => stdout,
    () => 'no answer',
  )
  const isWanted = (node: DatabaseNode) => (candidate ? node === candidate : node !== primary)
  await waitForPrimary(databases, failoverMs, isWanted)
  await waitForStandbys(databases, rejoinMs)
  return said
}

export async function findStandby(databases: readonly DatabaseNode[]): Promise<DatabaseNode> {
  const primary = await waitForPrimary(databases, failoverMs)
  return databases.find((node) => node !== primary)!
}

/** Works on the database of a machine as nobody but a database machine and the observer may. */
export async function asSuperuser<T>(
  { secrets }: Cluster,
  { address }: DatabaseNode,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDb({
    url: `postgres://postgres:${secrets.superuser}@${address}:${ports.postgres}/kapao?sslmode=verify-full`,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao drill',
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
