import { readFileSync } from 'node:fs'
import { sleep } from '../../../tools/postgres/processes.ts'
import { waitForMembers } from '../between/new-machine.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'
import { signalAll, treeOf } from '../parts/processes.ts'
import type { Drill } from './drill.ts'
import { failoverMs, findStandby, rejoinMs, startAgain } from './machines.ts'

const goneMs = 5_000
/** Patroni has not yet seen that the standby is behind: both may still take over. */
const behindMs = 1_000
const onwardMs = 5_000

/** Two faults at once. */
export const pairDrills: readonly Drill[] = [
  {
    name: 'cut-while-replaced',
    about: "a standby's machine is replaced by an empty one; while it copies, the primary's is cut",
    limits: { awayS: 18, readsAwayS: 6 },
    proves: ['NET-14'],
    run: async ({ network, databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      const burned = await findStandby(databases)
      burned.kill()
      await sleep(goneMs)
      burned.burn()
      startAgain(burned)
      await waitForMembers(databases)
      const has = burned.postmaster() === null ? 'nothing' : 'a copy'
      network.cut(primary.name)
      const next = await waitForPrimary(databases, failoverMs, (node) => node !== primary)
      await sleep(onwardMs)
      network.heal()
      await waitForStandbys(databases, rejoinMs)
      return `${burned.name} burned and had ${has}, ${primary.name} cut off, ${next.name} took over`
    },
  },
  {
    name: 'takeover-while-behind',
    about: "a standby receives nothing more, and a second later the primary's machine dies",
    limits: { awayS: 12, readsAwayS: 6 },
    proves: ['NET-15'],
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      const behind = await findStandby(databases)
      const receiver = findReceiver(behind)
      signalAll([receiver], 'SIGSTOP')
      await sleep(behindMs)
      primary.kill()
      const next = await waitForPrimary(databases, failoverMs, (node) => node !== primary)
      signalAll([receiver], 'SIGCONT')
      await sleep(onwardMs)
      startAgain(primary)
      await waitForStandbys(databases, rejoinMs)
      if (next === behind) throw new Error(`${behind.name} was behind and took over`)
      return `${behind.name} was behind, ${next.name} took over from ${primary.name}`
    },
  },
]

/** What PostgreSQL of a standby is sent arrives at one process of it. */
function findReceiver({ name, postmaster }: DatabaseNode): number {
  const pid = postmaster()
  const found = (pid === null ? [] : treeOf(pid)).find((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('walreceiver'),
  )
  if (found === undefined) throw new Error(`${name} receives nothing`)
  return found
}
