import fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Impossible } from '../call.ts'
import type { ControlCall } from '../actor.ts'
import { hostIsLoopback, isFromOutsidePage } from './loopback.ts'
import { runControlCall } from './run-control-call.ts'

/** JSON over HTTP for tests and tools; the caller must listen on loopback only. */
export function buildControlPlane(calls: ControlCall[]): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false })
  // Only JSON: a foreign page can post any other type without a preflight.
  app.removeContentTypeParser('text/plain')

  app.addHook('onRequest', async (request, reply) => {
    if (!hostIsLoopback(request)) {
      return reply
        .code(403)
        .send({ error: 'The control plane answers only to localhost, 127.0.0.1 and [::1].' })
    }
    if (isFromOutsidePage(request)) {
      return reply
        .code(403)
        .send({ error: 'The control plane does not answer to pages of other sites.' })
    }
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
    reply
      .code(error instanceof Impossible ? 400 : (error.statusCode ?? 500))
      .send({ error: error.message }),
  )
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is no such call; GET / lists them all.' }),
  )

  app.get('/', async () => calls.map(({ method, path, summary }) => ({ method, path, summary })))
  for (const call of calls) {
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) =>
        reply.send((await runControlCall(call, fieldsOf(request))) ?? { done: true }),
    })
  }
  return app
}

function fieldsOf({ body, query, params }: FastifyRequest): Record<string, unknown> {
  return { ...(query as object), ...(body as object | undefined), ...(params as object) }
}
