import { listen } from '#core/http/http.ts'
import { followConnections } from '#core/http/http2.ts'
import { drain } from '#core/jobs/shutdown.ts'
import { giveWay } from './system/console/give-way.ts'
import { openConsole } from './system/console/open.ts'
import { openProcess } from './system/open-process.ts'

giveWay()
const { config, log, system, reportReady, stopFirst } = await openProcess('console', openConsole)

const { host, port } = config.console
if (port === null) {
  log.fatal('CONSOLE_PORT is off, so there is nothing to serve')
  process.exit(1)
}
const connections = followConnections(system.fastify.server)
const listening = await listen(system.fastify, { host, port })
stopFirst(() => drain(() => system.fastify.close(), connections))
await reportReady({ port: listening.port })
