import { listen } from '#core/http.ts'
import { drain } from '#core/shutdown.ts'
import { openProcess } from './open-process.ts'

const { config, system, tellReady, stopFirst } = await openProcess('server')

const { port } = await listen(system.fastify, config)
stopFirst(() =>
  drain(
    () => system.fastify.close(),
    () => system.fastify.server.closeAllConnections(),
  ),
)
if (config.runWorker) system.jobs.start()
await tellReady({ port })
