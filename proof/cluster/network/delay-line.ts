import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programPath } from '../packages.ts'
import { ip } from './commands.ts'

export type DelayLine = { close: () => void }

/** A device of the bridge: frames that are sent into it come out of it later. */
export async function openDelayLine(
  device: string,
  { bridge, ms }: { bridge: string; ms: number },
): Promise<DelayLine> {
  ip(`tuntap add dev ${device} mode tap`)
  ip(`link set ${device} master ${bridge} up`)
  // Nobody lives behind it.
  ip(`link set ${device} type bridge_slave learning off flood off mcast_flood off bcast_flood off`)
  const program = join(import.meta.dirname, 'delay-line.py')
  const holding = spawn('python3', [program, device, String(ms)], {
    env: { PATH: programPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holding.stdout, 'data')
  return {
    close: () => {
      holding.kill('SIGKILL')
      ip(`link delete ${device}`)
    },
  }
}
