import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * How long a server's event loop turns took, in wall time and in processor time, which other load does not lengthen.
 */
export type Turns = { delayP99Ms: number; delayMaxMs: number; cpuMaxMs: number }
export type TurnsReport = { turns: Turns }
export type TurnsRequest = 'turns'

const lookEveryMs = 5

// Loaded before a measured server; replies with the measurements since the previous request.
const delay = monitorEventLoopDelay({ resolution: lookEveryMs })
delay.enable()
let before = cpuMs()
let cpuMaxMs = 0
setInterval(() => {
  const now = cpuMs()
  cpuMaxMs = Math.max(cpuMaxMs, now - before)
  before = now
}, lookEveryMs).unref()

process.on('message', (asked) => {
  if (asked !== ('turns' satisfies TurnsRequest)) return
  const [delayP99Ms, delayMaxMs] = [delay.percentile(99) / 1e6, delay.max / 1e6]
  process.send!({ turns: { delayP99Ms, delayMaxMs, cpuMaxMs } } satisfies TurnsReport)
  delay.reset()
  cpuMaxMs = 0
})
process.channel?.unref()

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
