import { listen } from '#core/http/http.ts'
import { drain } from '#core/jobs/shutdown.ts'
import { followConnections } from '#core/http/http2.ts'
import { openSystem } from './system/open.ts'
import { openProcess } from './system/open-process.ts'

const { config, system, reportReady, stopFirst } = await openProcess('server', openSystem)

const connections = followConnections(system.fastify.server)
const { port } = await listen(system.fastify, config)
stopFirst(() => drain(() => system.fastify.close(), connections))
if (config.runWorker) system.jobs.start()
await reportReady({ port })
