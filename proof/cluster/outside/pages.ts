import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { openGuests } from '../../../apps/server/src/talk/chat/guests.ts'
import type { Job, StormReport } from '../../../apps/server/src/testing/chat/storm-clients.ts'
import { sleep } from '../../../tools/postgres/processes.ts'
import { fronts } from '../addresses.ts'
import type { Drill } from '../drills/drill.ts'
import { membersUrl, type Cluster } from '../start.ts'

const pagesWanted = 10_000
const pagesOfNetwork = 150
const openWithinMs = 240_000
const calls = 600
const pauseMs = 25
const moreMsMax = 100
const stormClients = join(
  import.meta.dirname,
  '../../../apps/server/src/testing/chat/storm-clients.ts',
)

/** The open pages of a fifth of 100,000 members, half of them at each front. */
export const openPages: Drill = {
  name: 'pages',
  about: '10,000 pages are open at each of two fronts',
  // While 20,000 phones and everything that they reach open sockets on two processors, a call takes longer.
  limits: { awayS: 3, readsAwayS: 3 },
  proves: ['NET-18'],
  run: async (cluster) => {
    const pages = Math.min(pagesWanted, pagesOfFiles())
    const before = await measure()
    const crowds = await Promise.all(fronts.map((_, at) => openCrowd(cluster, at, pages)))
    try {
      const end = Date.now() + openWithinMs
      while (crowds.some((crowd) => crowd.connected() < pages)) {
        if (Date.now() > end)
          throw new Error(`pages: ${crowds.map((crowd) => crowd.connected()).join(' and ')}`)
        await sleep(200)
      }
      const beside = await measure()
      if (beside > before + moreMsMax)
        throw new Error(`a call's p99 was ${before.toFixed(0)} ms and is ${beside.toFixed(0)} ms`)
      return `${pages} at each front, a call's p99 ${before.toFixed(0)} ms before and ${beside.toFixed(0)} ms beside them`
    } finally {
      for (const { process } of crowds) process.kill('SIGKILL')
    }
  },
}

/** HAProxy has two files for each page, and some of its own. */
function pagesOfFiles(): number {
  const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
  return Number.isNaN(files) ? pagesWanted : Math.floor((files - 400) / 2)
}

type Crowd = { process: ChildProcess; connected: () => number }

/** Each page is one that nobody has logged in at; 150 of them share an address, as behind a phone network. */
async function openCrowd({ owner }: Cluster, at: number, count: number): Promise<Crowd> {
  const guests = openGuests({ db: owner, clock: systemClock, ids: systemIds })
  const pages: Job['pages'] = []
  for (let page = 0; page < count; page += 1) {
    const network = `100.${64 + at}.${Math.floor(page / pagesOfNetwork)}.1`
    pages.push({ auth: { guestId: await guests.make() }, network })
  }
  const process = fork(stormClients)
  // They would be phones elsewhere.
  setPriority(process.pid!, 10)
  let connected = 0
  process.on('message', (report: StormReport) => {
    if (report.what === 'counted') connected = report.connected
  })
  process.send({ address: membersUrl(at), pages } satisfies Job)
  return { process, connected: () => connected }
}

/** What 99 of 100 calls at both fronts take at most, in milliseconds. */
async function measure(): Promise<number> {
  const took: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const begun = performance.now()
    const answer = await fetch(`${membersUrl(call % fronts.length)}/api/lookup/info`, {
      headers: { 'x-client': 'wallet-user' },
    })
    await answer.arrayBuffer()
    took.push(performance.now() - begun)
    await sleep(pauseMs)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(calls * 0.99)]!
}
