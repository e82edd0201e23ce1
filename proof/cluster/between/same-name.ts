import { sleep } from '../../../tools/postgres/processes.ts'
import { nothingS, type Drill } from '../drills/drill.ts'
import { failoverMs, findStandby, rejoinMs } from '../drills/machines.ts'
import { waitForPrimary, waitForStandbys } from '../parts/database.ts'

const sameForMs = 15_000

/** As a copied file of settings does it. */
export const sameName: Drill = {
  name: 'same-name',
  about: "a standby's machine is started again under the name of the primary",
  limits: { awayS: nothingS, readsAwayS: nothingS },
  proves: ['NET-13'],
  run: async ({ databases }) => {
    const primary = await waitForPrimary(databases, failoverMs)
    const standby = await findStandby(databases)
    await standby.patroni.stop()
    standby.next.name = primary.name
    standby.patroni.start()
    await sleep(sameForMs)
    const isOut = standby.patroni.pid() === null && standby.postmaster() === null
    await standby.patroni.stop()
    standby.next.name = standby.name
    standby.patroni.start()
    await waitForStandbys(databases, rejoinMs)
    if (!isOut) throw new Error(`two machines ran as ${primary.name}`)
    if ((await waitForPrimary(databases, failoverMs)) !== primary)
      throw new Error(`${primary.name} is no longer the primary`)
    return `${standby.name} stayed out as ${primary.name}`
  },
}
