import { sleep } from '../../../tools/postgres/processes.ts'
import type { Drill } from '../drills/drill.ts'
import { failoverMs, rejoinMs, startAgain } from '../drills/machines.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'

const awayMs = 15_000

/**
 * docs/recovery.md, "A machine is gone": the primary's machine burns and an empty one takes its place. Then the machine
 * that took over dies as well, which costs everybody the database where the new one is no full member of etcd.
 */
export const newMachine: Drill = {
  name: 'new-machine',
  about: "the primary's machine is replaced by an empty one; then the next primary's machine dies",
  limits: { awayS: 12, readsAwayS: 6 },
  run: async ({ databases }) => {
    const burned = await waitForPrimary(databases, failoverMs)
    burned.kill()
    await sleep(awayMs)
    burned.burn()
    startAgain(burned)
    await waitForStandbys(databases, rejoinMs)
    await waitForMembers(databases)
    const next = await waitForPrimary(databases, failoverMs)
    next.kill()
    const last = await waitForPrimary(databases, failoverMs, (node) => node !== next)
    await sleep(awayMs)
    startAgain(next)
    await waitForStandbys(databases, rejoinMs)
    await waitForMembers(databases)
    return `${burned.name} burned, ${next.name} took over, then ${last.name}`
  },
}

/** Until each of the three is a member of etcd that the others know and that has a leader. */
export async function waitForMembers(databases: readonly DatabaseNode[]): Promise<void> {
  const end = Date.now() + rejoinMs
  for (;;) {
    const areMembers = await Promise.all(databases.map(isMember))
    const healthy = areMembers.filter(Boolean)
    if (healthy.length === databases.length) return
    if (Date.now() > end) throw new Error(`etcd has ${healthy.length} of three members`)
    await sleep(500)
  }
}

async function isMember({ askEtcd }: DatabaseNode): Promise<boolean> {
  const started = (await askEtcd(['member', 'list']))?.match(/, started, db\d,/g) ?? []
  return started.length === 3 && (await askEtcd(['endpoint', 'health'])) !== null
}
