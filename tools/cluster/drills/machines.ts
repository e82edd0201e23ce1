import { sleep } from '../../postgres/processes.ts'
import {
  askMembers,
  waitForPrimary,
  waitForStandbys,
  type DatabaseNode,
} from '../parts/database.ts'

export const rejoinMs = 90_000
export const failoverMs = 40_000

/** As a machine comes up again: its parts start, and the rest is theirs. */
export function startAgain(node: DatabaseNode): void {
  node.etcd.start()
  node.patroni.start()
}

/** Makes the synchronous standby the primary on purpose; returns what Patroni said. */
export async function switchOver(databases: readonly DatabaseNode[]): Promise<string> {
  const primary = await waitForPrimary(databases, failoverMs)
  // A Patroni whose clock is off closes the connection, and does it all the same.
  const said = await fetch(`http://${primary.address}:8008/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: primary.name }),
  }).then(
    (answer) => answer.text(),
    () => 'no answer',
  )
  await waitForPrimary(databases, failoverMs, (node) => node !== primary)
  await waitForStandbys(databases, rejoinMs)
  return said
}

export async function waitForSynchronous(
  databases: readonly DatabaseNode[],
  node: DatabaseNode,
): Promise<void> {
  const end = Date.now() + rejoinMs
  while ((await findStandby(databases, { isSynchronous: true }).catch(() => null)) !== node) {
    if (Date.now() > end) throw new Error(`${node.name} does not become synchronous`)
    await sleep(500)
  }
}

export async function findStandby(
  databases: readonly DatabaseNode[],
  { isSynchronous }: { isSynchronous: boolean },
): Promise<DatabaseNode> {
  const primary = await waitForPrimary(databases, failoverMs)
  const role = isSynchronous ? 'sync_standby' : 'replica'
  const name = (await askMembers(primary)).find((one) => one.role === role)?.name
  const found = databases.find((node) => node.name === name)
  if (!found) throw new Error(`no standby is a ${role}`)
  return found
}
