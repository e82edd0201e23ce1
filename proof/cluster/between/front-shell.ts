import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { addresses } from '../addresses.ts'
import { nothingS, type Drill } from '../drills/drill.ts'
import { failoverMs } from '../drills/machines.ts'
import { onMachine } from '../network/commands.ts'
import { programPath } from '../packages.ts'
import { waitForPrimary } from '../parts/database.ts'
import { processEnv } from '../parts/front.ts'
import type { Cluster } from '../start.ts'
import { listAttempts, listControls, type Attempt } from './attempts.ts'

/** Debian's `nobody`: as `kapao`, a user who owns nothing on another machine. */
const nobody = 65_534
const patienceMs = 10_000

/** A shell as the user of the API processes on a front, with all that they know. */
export const frontShell: Drill = {
  name: 'front-shell',
  about: 'somebody has a shell on a front, as the user of its processes',
  limits: { awayS: nothingS },
  isShort: true,
  run: async (cluster) => {
    const { address: primary } = await waitForPrimary(cluster.databases, failoverMs)
    const { secrets, folders } = cluster
    const known = { primary, front: addresses.front1, root: folders.root, secrets }
    const tried = listAttempts(known)
    const idle = await failed(cluster, listControls(known))
    const refused = new Set(await failed(cluster, tried))
    const open = tried.filter((one) => !refused.has(one))
    const faults = [
      ...idle.map(({ what }) => `the shell cannot even ${what}`),
      ...open.map(({ what }) => `open to it: ${what}`),
      ...listSecretsOfBackends(cluster),
    ]
    if (faults.length > 0) throw new Error(faults.join('\n     '))
    return `${tried.length} ways are closed`
  },
}

/** One after the other, as by hand; the drill itself must not stand still meanwhile. */
async function failed(cluster: Cluster, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const env = { ...processEnv(cluster.front), PATH: programPath, HOME: '/nonexistent' }
  const found: Attempt[] = []
  for (const attempt of attempts) {
    const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
    const [program, ...line] = onMachine('front1', [...asNobody, 'sh', '-c', attempt.line])
    const isRefused = await promisify(execFile)(program!, line, { env, timeout: patienceMs }).then(
      () => false,
      () => true,
    )
    if (isRefused) found.push(attempt)
  }
  return found
}

/** What Patroni hands on to PostgreSQL can be read by everybody who runs a program there. */
function listSecretsOfBackends({ databases, secrets }: Cluster): string[] {
  return databases.flatMap(({ name, postmaster }) => {
    const pid = postmaster()
    const environment = pid === null ? '' : readFileSync(`/proc/${pid}/environ`, 'utf8')
    return Object.entries(secrets)
      .filter(([, secret]) => environment.includes(secret))
      .map(([which]) => `PostgreSQL of ${name} has the secret "${which}" in its environment`)
  })
}
