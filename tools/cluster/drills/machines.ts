import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'

export const rejoinMs = 90_000
export const failoverMs = 40_000

/** As a machine comes up again: its parts start, and the rest is theirs. */
export function startAgain(node: DatabaseNode): void {
  node.etcd.start()
  node.patroni.start()
}

/** Makes another machine the primary on purpose, one that is named or any; returns what Patroni said. */
export async function switchOver(
  databases: readonly DatabaseNode[],
  to?: DatabaseNode,
): Promise<string> {
  const primary = await waitForPrimary(databases, failoverMs)
  const answer = await fetch(`http://${primary.address}:8008/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: primary.name, ...(to && { candidate: to.name }) }),
  })
  const said = await answer.text()
  await waitForPrimary(databases, failoverMs, (node) => (to ? node === to : node !== primary))
  await waitForStandbys(databases, rejoinMs)
  return said
}
