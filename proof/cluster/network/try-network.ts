import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { sleep } from '../../../tools/postgres/processes.ts'
import { addresses, type Machine } from '../addresses.ts'
import { programPath } from '../packages.ts'
import { onMachine } from './commands.ts'
import { openNetwork } from './network.ts'

/** What machines reach of a server on db1, under one fault after the other; started by network.test.ts inside. */
export type TryResults = Record<
  string,
  { front1: number | null; front2: number | null; us: number | null }
>

const ports = [8001, 8002] as const
const env = { PATH: programPath }
const network = openNetwork()
for (const port of ports) {
  const [program, ...line] = onMachine('db1', ['/usr/bin/python3', '-m', 'http.server', `${port}`])
  spawn(program!, line, { env, stdio: 'ignore' })
}
while ((await ask(null)) === null || (await ask(null, ports[1])) === null) await sleep(100)

const tried: TryResults = {}
await look('nothing')
network.cut('db1')
await look('cut off')
network.heal()
network.cut('db1', { peers: ['front1'] })
await look('cut off from a peer')
network.heal()
network.cut('db1', { port: ports[0] })
await look('a port is cut off')
await look('another port is cut off', ports[1])
network.heal()
network.cut('db1', { direction: 'in', peers: ['front1'] })
network.cut('db1', { direction: 'out', peers: ['front2'] })
await look('cut off in one direction')
network.heal()
network.lose('db1', 100, { peers: ['front1'] })
await look('all packets are lost')
network.heal()
await network.delay('db1', 150, { peers: ['front1'] })
await look('late')
network.heal()
await look('healed')
process.stdout.write(JSON.stringify(tried))
process.exit(0)

async function look(when: string, port: number = ports[0]): Promise<void> {
  const [front1, front2, us] = await Promise.all([
    ask('front1', port),
    ask('front2', port),
    ask(null, port),
  ])
  tried[when] = { front1: front1!, front2: front2!, us: us! }
}

/** How long the answer took, in seconds; null where there was none. */
async function ask(from: Machine | null, port: number = ports[0]): Promise<number | null> {
  const url = `http://${addresses.db1}:${port}/proc/version`
  const curl = ['curl', '--silent', '--output', '/dev/null', '--max-time', '2', url]
  const [program, ...line] = from === null ? curl : onMachine(from, curl)
  const begun = performance.now()
  return promisify(execFile)(program!, line, { env }).then(
    () => (performance.now() - begun) / 1_000,
    () => null,
  )
}
