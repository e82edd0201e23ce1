import { listen } from '#core/http/http.ts'
import { systemIds } from '#core/ids.ts'
import type { Log } from '#core/telemetry/log.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import type { SystemContext } from '../../system/open.ts'
import { openConsole } from '../../system/console/open.ts'
import { openClients } from '../../system/outside.ts'
import { freePort } from '../processes/free-port.ts'

type ConsoleDeps = Pick<SystemContext, 'config' | 'db' | 'clock'> & {
  log: Log
  isDemo?: boolean
  /** Folder of a built page. */
  distDir?: string
}

/** All that the console's process serves, on a port of this machine. */
export async function startTestConsole({ isDemo = false, distDir, ...deps }: ConsoleDeps) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const host = '127.0.0.1'
  const config = { ...deps.config, console: { port, host, origin, isDemo } }
  const outside = openClients({ ...deps, config })
  const around = { ...deps, config, ids: systemIds, outside, metrics: createMetrics() }
  const system = await openConsole({ ...around, distDir: distDir ?? import.meta.dirname })
  await listen(system.fastify, { host, port })
  return { system, origin, address: `http://${host}:${port}` }
}
